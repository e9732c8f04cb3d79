import type { expect as Expect, Page } from "@playwright/test";
import { api } from "./api";
import { type Place, placesOf, scanner, workIn } from "./terminal";
import { transferToPack } from "./transfers";

interface Line {
  skuCode: string;
  skuId: string;
  $skuId?: string;
  signQty: number;
  goodQty: number;
  shippedQty: number;
  receivedGoodQty: number;
  receivedBadQty: number;
}
interface Row {
  id: string;
  no: string;
  status: string;
  warehouseId: string;
  fromWarehouseId: string;
  toWarehouseId: string;
  items: Line[];
}
interface Rows {
  records: Row[];
}

const WHO = "warehouse";
const get = async <T>(path: string) => (await api(WHO)).get<T>(path);

/** Pieces on hand of each SKU in the keeper's warehouses. */
async function onHand(places: readonly Place[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { id } of places) {
    for (let page = 1, more = true; more; page++) {
      const { records, total } = await get<{ records: { skuCode: string; onHandQty: number }[]; total: number }>(
        `/wms/stock/page?size=100&current=${page}&warehouseId=${id}`,
      );
      for (const row of records) found.set(`${id} ${row.skuCode}`, row.onHandQty);
      more = page * 100 < total;
    }
  }
  return found;
}

/** Deliveries on their way to the keeper, each with what is to be signed of it. */
async function deliveries(places: readonly Place[], most: number) {
  const { records } = await get<Rows>("/purchase/delivery/page?size=100&status=shipped");
  const mine = records.filter((d) => places.some((p) => p.id === d.warehouseId)).slice(0, most);
  return Promise.all(
    mine.map(async (d) => ({
      no: d.no,
      warehouseId: d.warehouseId,
      items: (await get<Row>(`/wms/sign/prefill?deliveryId=${d.id}`)).items,
    })),
  );
}

/** A transfer that is under way to the keeper. */
async function transferComing(places: readonly Place[]): Promise<Row> {
  const { records } = await get<Rows>("/logistics/transfer/page?size=100&status=shipped,partReceived");
  const row = records.find((t) => places.some((p) => p.id === t.toWarehouseId));
  if (!row) throw new Error("no transfer is under way");
  return get<Row>(`/logistics/transfer/${row.id}`);
}

/** A transfer of two SKUs that is to be packed. */
async function transferWaiting(places: readonly Place[]): Promise<Row> {
  const [from, to] = ["OS-LA", "GC-W"].map((code) => places.find((p) => p.code === code)?.id);
  const { records } = await get<{ records: { id: string }[] }>(
    "/product/sku/page?size=2&status=approved&skuType=normal",
  );
  if (!from || !to) throw new Error("the keeper has no warehouses abroad");
  const ids = records.map((r) => r.id);
  return get<Row>(`/logistics/transfer/${await transferToPack({ from, to }, ids, 20)}`);
}

const placeOf = (places: readonly Place[], id: string): Place => {
  const place = places.find((p) => p.id === id);
  if (!place) throw new Error(`${id} is not the keeper's warehouse`);
  return place;
};

/**
 * A keeper's day by scanner alone: three deliveries signed and inspected, a transfer packed in twelve boxes,
 * another one received; the network is lost while packing and while receiving. Stock is right to the piece.
 */
export async function terminalDay(page: Page, expect: typeof Expect): Promise<void> {
  const places = await placesOf(WHO);
  const packing = await transferWaiting(places);
  const before = await onHand(places);
  const came = new Map<string, number>();
  const add = (warehouseId: string, skuCode: string, qty: number) =>
    came.set(`${warehouseId} ${skuCode}`, (came.get(`${warehouseId} ${skuCode}`) ?? 0) + qty);
  const band = page.locator("#band");
  const begin = async (job: string, warehouseId: string, code: string) => {
    await workIn(page, placeOf(places, warehouseId));
    await page.goto(`/terminal/${job}`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect(page.locator("#scan [name=code]")).toBeFocused();
    await scanner(page, code);
    await expect(band).toContainText("开始");
  };
  const end = async (words: string, said: RegExp) => {
    await page.getByRole("link", { name: words }).click();
    await page.getByRole("button", { name: words }).click();
    await expect(band).toHaveText(said);
  };
  /** Some scans without network; they wait and go when it returns. */
  const cutOff = async (codes: readonly string[]) => {
    await page.context().setOffline(true);
    for (const code of codes) await scanner(page, code);
    await expect(page.locator("#waiting")).toContainText(`${codes.length}条等待发送`);
    await page.context().setOffline(false);
    await expect(page.locator("#waiting")).toBeHidden({ timeout: 20_000 });
  };

  const sent = await deliveries(places, 3);
  expect(sent).toHaveLength(3);
  for (const { no, warehouseId, items } of sent) {
    await begin("sign", warehouseId, no);
    for (const line of items) {
      await scanner(page, `${line.signQty}*${line.skuCode}`);
      await expect(band).toContainText(line.skuCode);
      add(warehouseId, line.skuCode, line.signQty);
    }
    await end("确认签收", new RegExp(`已签收${no}`));
  }
  const { records: pending } = await get<Rows>("/purchase/inspection/page?size=100&status=pending");
  const codesOf = async (id: string) => get<Row>(`/purchase/inspection/${id}`);
  const mine = pending.filter((z) => places.some((p) => p.id === z.warehouseId)).slice(0, 2);
  for (const { id, no } of mine) {
    const whole = await codesOf(id);
    await begin("inspect", whole.warehouseId, no);
    for (const line of whole.items) {
      await scanner(page, `${line.signQty}*${line.skuCode}`);
      await expect(band).toContainText(`${line.skuCode} 合格`);
    }
    await end("完成质检", /已完成质检/);
  }

  const [first, second] = packing.items;
  if (!first || !second) throw new Error(`${packing.no} has one SKU`);
  await begin("pack", packing.fromWarehouseId, packing.no);
  const boxes = (line: Line, n: number) => {
    const per = Math.floor(line.goodQty / n);
    const last = line.goodQty - per * (n - 1);
    return [`${per}*${line.skuCode}`, `${n - 1}*BOX 5 40x30x30`, `${last}*${line.skuCode}`, "BOX 5 40x30x30"];
  };
  const [one = "", two = "", ...rest] = [...boxes(first, 6), ...boxes(second, 6)];
  await scanner(page, one);
  await expect(band).toContainText(first.skuCode);
  await scanner(page, two);
  await expect(band).toContainText("已封");
  await cutOff(rest);
  await end("完成装箱", new RegExp(`${packing.no}已装箱，共12箱`));

  const coming = await transferComing(places);
  await begin("receive", coming.toWarehouseId, coming.no);
  const left = coming.items.flatMap((line) => {
    const qty = line.shippedQty - line.receivedGoodQty - line.receivedBadQty;
    if (qty > 0) add(coming.toWarehouseId, line.skuCode, qty);
    return qty > 0 ? [{ code: line.skuCode, qty }] : [];
  });
  await cutOff(left.flatMap(({ code, qty }) => (qty > 1 ? [code, `${qty - 1}*${code}`] : [code])));
  await end("确认收货", new RegExp(`${coming.no}收货`));
  expect((await get<Row>(`/logistics/transfer/${coming.id}`)).status).toBe("done");

  const after = await onHand(places);
  // Other goods are other people's, who work at the same time.
  const differs = [...came.keys()].filter(
    (key) => (after.get(key) ?? 0) - (before.get(key) ?? 0) !== (came.get(key) ?? 0),
  );
  expect(differs, "stock is right to the piece").toEqual([]);
}
