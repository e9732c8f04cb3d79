import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { heldBy } from "#backend/platform/threads/held.testing";
import { oneFile } from "./labels";
import { heavyPdf } from "./labels.testing";

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

test("others are answered while a small file that stands for much work is read", async () => {
  const heavy = heavyPdf();
  expect(heavy.length).toBeLessThan(100_000);
  const files = [heavy, await file(1)];
  const held = await heldBy(() => oneFile(files).catch((error) => error));
  expect(held).toBeLessThan(1000);
});

test("what is no PDF is refused with a sentence", async () => {
  const files = [Buffer.from("%PDF-1.7 nothing else"), await file(1)];
  await expect(oneFile(files)).rejects.toThrow("面单文件无法合并，请逐个下载");
});
