// Puts label files of carriers together, in a thread of its own: a small file may stand for much work.
import { PDFDocument } from "@cantoo/pdf-lib";
import { serve } from "../../../platform/threads/serve.mjs";

serve(async function* (files) {
  const whole = await PDFDocument.create();
  for (const file of files) {
    const one = await PDFDocument.load(file);
    for (const page of await whole.copyPages(one, one.getPageIndices())) whole.addPage(page);
  }
  yield whole.save();
});
