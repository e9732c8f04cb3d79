import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { oneFile } from "./labels";

async function file(pages: number): Promise<Buffer> {
  const made = await PDFDocument.create();
  for (let i = 0; i < pages; i++) made.addPage([283 + pages, 425]);
  return Buffer.from(await made.save());
}

test("labels stand behind each other in one file, in order; a single one stays as it is", async () => {
  const files = [await file(2), await file(1)];
  const whole = await PDFDocument.load(await oneFile(files));
  expect(whole.getPages().map((page) => page.getWidth())).toEqual([285, 285, 284]);
  expect(await oneFile([files[0] ?? Buffer.alloc(0)])).toBe(files[0]);
});
