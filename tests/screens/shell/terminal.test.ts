import { expect } from "vitest";
import { api } from "../../product/api";
import { type Page, testAs } from "../support";

const test = testAs("warehouse");

interface Delivery {
  id: string;
  no: string;
  warehouseId: string;
  status: string;
}
interface Line {
  skuCode: string;
  signQty: number;
}

/** A delivery on its way to a warehouse in which the keeper works, with its lines. */
async function onItsWay() {
  const keeper = await api("warehouse");
  const places = await keeper.get<{ id: string; name: string }[]>("/wms/terminal/places");
  const { records } = await keeper.get<{ records: Delivery[] }>("/purchase/delivery/page?size=100&status=shipped");
  const [delivery] = records.filter((d) => places.some((p) => p.id === d.warehouseId));
  if (!delivery) throw new Error("no delivery is on its way");
  const { items } = await keeper.get<{ items: Line[] }>(`/wms/sign/prefill?deliveryId=${delivery.id}`);
  const place = places.find((p) => p.id === delivery.warehouseId)?.name ?? "";
  return { ...delivery, items, place };
}

test("a delivery is signed by scans alone, page after page", async ({ page }) => {
  const { no, items, place } = await onItsWay();
  await page.goto("/terminal/sign");
  await page.getByRole("button", { name: place, exact: true }).click();
  expect(page.url()).toMatch(/\/terminal\/sign$/);
  const scan = async (code: string) => {
    const field = page.locator("input[name=code]");
    expect(await field.getAttribute("autofocus")).not.toBeNull();
    await field.fill(code);
    await page.getByRole("button", { name: "计入" }).click();
  };
  const band = page.locator("#band");
  await scan("WHAT-IS-THIS");
  await expect(band).toHaveText(/不认识的条码 WHAT-IS-THIS/);
  await scan(no);
  await expect(band).toHaveText(new RegExp(`开始签收 ${no}`));
  await scan("WHAT-IS-THIS");
  await expect(band).toHaveText(/不是.+的条码/);
  for (const { skuCode, signQty } of items) await scan(`${signQty}*${skuCode}`);
  await scan(items[0]?.skuCode ?? "");
  await expect(band).toHaveText(/超出1件/);
  await page.getByRole("button", { name: "撤回" }).first().click();
  await expect(band).toHaveText(/已撤回/);
  await page.getByRole("link", { name: "确认签收" }).click();
  await page.getByRole("button", { name: "确认签收" }).click();
  await expect(band).toHaveText(new RegExp(`已签收${no}，签收单QS`));
});

/** The first warehouse of the keeper is chosen on this device. */
const atWork = async (page: Page) => {
  await page.goto("/terminal?do=place");
  await page.getByRole("main").getByRole("button").first().click();
};

test("a page is small, reads at arm's length and needs nothing else", async ({ page, request }) => {
  await atWork(page);
  const html = await (await request.get("/terminal/in")).text();
  expect(Buffer.byteLength(html)).toBeLessThan(14 * 1024);
  expect(html).not.toContain('rel="stylesheet"');
  const sizes = [...html.matchAll(/font(?:-size)?:(?:\d+ )?(\d+)px/g)].map((m) => Number(m[1]));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(18);
});

test("stock is looked up by a code; an unknown one is said", async ({ page }) => {
  await atWork(page);
  const { records } = await (await api("warehouse")).get<{ records: { skuCode: string }[] }>(
    "/product/sku/page?size=1",
  );
  const known = records[0]?.skuCode ?? "";
  await page.goto("/terminal/stock");
  const look = async (code: string) => {
    await page.locator("input[name=code]").fill(code);
    await page.getByRole("button", { name: "查询" }).click();
  };
  await look(known);
  await expect(page.getByRole("main")).toContainText(known);
  await look("NO-SUCH-CODE");
  await expect(page.locator("#band")).toHaveText("不认识的条码 NO-SUCH-CODE");
});

test("who has no job there gets no terminal, and no other address below it", async ({ browserOf, page }) => {
  const buyer = await browserOf("buyer");
  for (const path of ["/terminal", "/terminal/sign", "/terminal/in"])
    expect((await buyer.goto(path))?.status(), path).toBe(403);
  expect((await page.goto("/terminal/nothing"))?.status()).toBe(404);
});

test("a scan from another site is refused", async ({ request }) => {
  const answer = await request.post("/terminal/sign", {
    headers: { Origin: "https://elsewhere.example" },
    form: { intent: "scan", code: "X" },
  });
  expect(answer.status()).toBe(403);
});
