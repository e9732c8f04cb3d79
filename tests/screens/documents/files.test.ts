import { api } from "../../product/api";
import { expect, testAs } from "../support";

const test = testAs("purchase_manager");

interface Row {
  id: string;
  rejectQty: number | null;
}

test("evidence is shown by name, pictures as pictures, and comes through the console", async ({ page }) => {
  const call = await api("purchase_manager");
  const { records } = await call.get<{ records: Row[] }>("/purchase/inspection/page?size=100");
  // The oldest is the demonstration's; other tests inspect as well.
  const bad = records.filter((row) => Number(row.rejectQty) > 0).at(-1);
  await page.goto(`/inspection/detail?id=${bad?.id}`);
  const report = page.getByRole("link", { name: "质检报告.pdf" }).first();
  const href = await report.getAttribute("href");
  expect(href).toMatch(/^\/api\/download\/\d+$/);
  const file = await page.request.get(String(href));
  expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  const photo = page.getByRole("img", { name: "外观不良.png" }).first();
  const picture = await page.request.get(String(await photo.getAttribute("src")));
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
});
