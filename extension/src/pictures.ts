/** Bytes of a picture that a file takes in; larger ones are linked. */
export const MAX_PICTURE = 8 << 20;

/** A picture as data, where the user has allowed us to ask its host; none otherwise. */
export async function fetchPicture(url: string): Promise<string | null> {
  const { origin, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol) || !(await chrome.permissions.contains({ origins: [`${origin}/*`] }))) return null;
  return pictureOf(await fetch(url, { credentials: "omit", cache: "force-cache" }));
}

/** What was fetched as data, if it is a picture that is not too large. */
export async function pictureOf(response: Response): Promise<string | null> {
  const type = (response.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!response.ok || !type.startsWith("image/") || bytes.length > MAX_PICTURE) return null;
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return `data:${type};base64,${btoa(pieces.join(""))}`;
}
