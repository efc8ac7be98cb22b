"""What the memory of sites is worth to `dehusk batch`: crawl_memory.py DEHUSK CORPORA CORPUS OUT.

Makes a crawl of a corpus, as lines of JSON in the order of its dates, runs DEHUSK over it alone and with
`--memory auto`, and writes OUT/alone and OUT/memory in the form of `dehusk eval run --pred`:

    dehusk eval synth CORPORA/synth --sites 20 --documents 60 --no-redesign
    python3 bench/peers/crawl_memory.py target/release/dehusk CORPORA synth OUT
    dehusk eval run --corpora CORPORA --corpus synth --extractor auto --pred alone=OUT/alone --pred memory=OUT/memory
"""
import gzip
import json
import subprocess
import sys
from pathlib import Path


def pages(corpus):
    lines = [json.loads(line) for line in (corpus / "pages.jsonl").open()]
    for page in sorted(lines, key=lambda page: (page.get("date") or "", page["id"])):
        plain = corpus / "html" / f"{page['id']}.html"
        data = plain.read_bytes() if plain.exists() else gzip.decompress(Path(f"{plain}.gz").read_bytes())
        # Pages without an address are told apart by one below their host.
        yield page["id"], page.get("url") or f"http://{page['host']}/{page['id']}.html", data


def main():
    dehusk, corpora, corpus, out = sys.argv[1], Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
    out.mkdir(parents=True, exist_ok=True)
    crawl, names = out / f"{corpus}.jsonl", []
    with crawl.open("w") as lines:
        for name, url, data in pages(corpora / corpus):
            try:
                html = data.decode()
            except UnicodeDecodeError:
                print(f"{name}: left out, since it is not in UTF-8 as lines of JSON are", file=sys.stderr)
                continue
            names.append(name)
            lines.write(json.dumps({"url": url, "html": html}) + "\n")
    for kind, options in {"alone": [], "memory": ["--memory", "auto"]}.items():
        rows = out / f"{corpus}-{kind}"
        command = [dehusk, "batch", crawl, "--out", rows, "-f", "jsonl", "--columns", "text", *options]
        subprocess.run(command, check=True)
        texts = [json.loads(line)["text"] for file in sorted(rows.glob("*.jsonl")) for line in file.open()]
        if len(texts) != len(names):
            sys.exit(f"{rows}: {len(texts)} rows of {len(names)} pages")
        (out / kind).mkdir(exist_ok=True)
        with (out / kind / f"{corpus}.jsonl").open("w") as answers:
            for name, text in zip(names, texts):
                answers.write(json.dumps({"id": name, "text": text}) + "\n")


if __name__ == "__main__":
    main()
