import { createHash } from "node:crypto";
import { type Document, elements, textOf } from "./dom";
import type { Answer } from "./http";

const hashes = new Map<string, string>();
/** As a policy names a style. Nearly all pages have the same one. */
function hash(text: string): string {
  const known = hashes.get(text);
  if (known) return known;
  const made = `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  hashes.set(text, made);
  return made;
}

/** What a browser would refuse on a page by its own content security policy. */
export function violations(answer: Answer, document: Document): string[] {
  const policy = answer.headers()["content-security-policy"] ?? "";
  const found: string[] = [];
  if (!policy.includes("default-src 'self'")) found.push("no policy");
  for (const e of elements(document)) {
    const { attribs, name } = e;
    if (name === "script" && !("src" in attribs) && !/json/.test(attribs.type ?? "")) found.push("script in the page");
    if (name === "style" && !policy.includes(hash(e.children.map(textOf).join(""))))
      found.push("style of an unknown hash");
    for (const attribute of Object.keys(attribs))
      if (attribute === "style" || attribute.startsWith("on")) found.push(`${attribute} on <${name}>`);
  }
  return found;
}
