/** Bytes of a picture that a file takes in; larger ones are linked. */
export const MAX_PICTURE = 8 << 20;

/** Bytes that are made a text at once. */
const PIECE = 8192;

/** A picture as data, where the user has allowed us to ask its host; none otherwise. */
export async function fetchPicture(url: string): Promise<string | null> {
  const { origin, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol) || !(await chrome.permissions.contains({ origins: [`${origin}/*`] }))) return null;
  return pictureOf(await fetch(url, { credentials: "omit", cache: "force-cache" }));
}

/** What was fetched as data, if it is a picture that is not too large. */
export async function pictureOf(response: Response): Promise<string | null> {
  const type = (response.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  const buffer = await response.arrayBuffer();
  if (!response.ok || !type.startsWith("image/") || buffer.byteLength > MAX_PICTURE) return null;
  const pieces: string[] = [];
  // Firefox holds the bytes to be the page's, and lets nobody make a part of an array from them by itself.
  for (let at = 0; at < buffer.byteLength; at += PIECE) {
    pieces.push(String.fromCharCode(...new Uint8Array(buffer, at, Math.min(PIECE, buffer.byteLength - at))));
  }
  return `data:${type};base64,${btoa(pieces.join(""))}`;
}
