import { expect, test } from "vitest";
import { extensionOf, fileType } from "./types";

test("extension is the last one, in lower case", () => {
  expect(extensionOf("a.b.PNG")).toBe("png");
  expect(extensionOf("noext")).toBe("");
  expect(extensionOf("x.constructor")).toBe("");
  expect(extensionOf("evil.png ")).toBe("");
});

test("only listed types exist; no script, page or drawing among them", () => {
  for (const bad of ["exe", "svg", "html", "htm", "js", "xml", "sh", "toString", "", "php"])
    expect(fileType(bad), bad).toBeUndefined();
});

test("first bytes must fit the extension", () => {
  const heads: Record<string, Buffer> = {
    png: Buffer.from("\x89PNG\r\n\x1a\n....", "latin1"),
    jpg: Buffer.from("\xff\xd8\xff\xe0", "latin1"),
    gif: Buffer.from("GIF89a"),
    webp: Buffer.from("RIFF1234WEBPVP8 "),
    pdf: Buffer.from("%PDF-1.7"),
    xlsx: Buffer.from("PK\x03\x04rest", "latin1"),
    doc: Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1"),
    mp4: Buffer.from("\0\0\0\x18ftypisom", "latin1"),
  };
  for (const [extension, head] of Object.entries(heads)) {
    expect(fileType(extension)?.matches(head), extension).toBe(true);
    for (const other of Object.keys(heads))
      if (other !== extension) expect(fileType(other)?.matches(head), `${extension} as ${other}`).toBe(false);
  }
  expect(fileType("txt")?.matches(Buffer.from("中文,1\n"))).toBe(true);
  expect(fileType("csv")?.matches(Buffer.from("MZ\0\0"))).toBe(false);
});
