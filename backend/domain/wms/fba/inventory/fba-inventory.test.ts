import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { openPlatform, type Platform } from "../fba.testing";

const REPORTS = "/wms/fbainventory";

let p: Platform;
beforeAll(async () => {
  p = await openPlatform();
});
afterAll(() => p.backend.close());

test("the platform's count stands beside the books, and differences become adjustments", async () => {
  const row = (msku: string, sellableQty: number, unsellableQty: number) => ({ msku, sellableQty, unsellableQty });
  const admin = p.o.as("admin");
  const rows = [row("msku-1", 97, 20), row("MSKU-2", 104, 19), row("MSKU-9", 1, 0)];
  const body = { rows, storeId: p.storeId };
  const refused = await p.refused(admin.send("POST", REPORTS, { rows }));
  expect(refused).toBe("请选择店铺");
  const { id } = await admin.add(REPORTS, body);
  const read = () => admin.read(REPORTS, id);
  expect(await read()).toMatchObject({
    diffCount: 2,
    moreQty: 4,
    lessQty: 4,
    missing: "FBA0001-03（良100 次20）",
    rows: [
      { bookGood: 100, diffGood: -3, diffBad: 0, outcome: "diff" },
      { diffGood: 4, diffBad: -1, outcome: "diff" },
      { outcome: "bad", message: "该店铺没有平台SKU MSKU-9" },
    ],
  });
  p.o.good(await admin.act(REPORTS, id, "run"));
  const made = async (table: string) =>
    (await p.db.one<{ id: string }>(`select id from ${table} order by id desc limit 1`))?.id ?? "";
  for (const [table, api] of [
    ["other_in", "/wms/otherin"],
    ["other_out", "/wms/otherout"],
  ] as const) {
    const own = await made(table);
    await p.o.submit("admin", table, api, own);
    p.o.good(await admin.act(api, own, "confirm"));
  }
  expect(await p.stock(p.fba, 0)).toMatchObject({ good: 97, bad: 20 });
  expect(await p.stock(p.fba, 1)).toMatchObject({ good: 104, bad: 19 });
  const again = await admin.add(REPORTS, { rows: rows.slice(0, 2) });
  expect(await p.refused(admin.act(REPORTS, again.id, "run"))).toBe("库存与报告一致，无需调整");
  expect(await ledgerFaults(p.db)).toEqual([]);
});
