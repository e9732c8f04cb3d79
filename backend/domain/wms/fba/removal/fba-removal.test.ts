import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { login } from "../../../../../tests/harness";
import { openPlatform, type Platform } from "../fba.testing";

const REPORTS = "/wms/fbaremoval";

let p: Platform;
beforeAll(async () => {
  p = await openPlatform();
});
afterAll(() => p.backend.close());

type Row = Record<string, unknown>;
const row = (orderId: string, sku: number, requestedQty: number, more: Row = {}): Row => ({
  orderId,
  fnsku: p.fnsku(sku),
  disposition: "Unsellable",
  requestedQty,
  ...more,
});

interface Report {
  id: string;
  rows: { outcome: string; message: string }[];
}
const read = (id: string) => p.o.as("admin").read<Report & Row>(REPORTS, id);
const tried = async (rows: Row[]) => read((await p.o.as("ops").add(REPORTS, { rows })).id);
const run = (id: string) => p.o.as("ops").act(REPORTS, id, "run");
const says = ({ rows }: Report) => rows.map((r) => `${r.outcome}: ${r.message}`);

test("a report is tried by row, carried out by the documents' actions, and nothing twice", async () => {
  const back = await p.submitted(
    "fba_return",
    p.returnForm([
      [0, 10],
      [1, 4],
    ]),
    "RM-R1",
  );
  const gone = await p.submitted("fba_disposal", p.disposalForm([[2, 3]]), "RM-D1");
  const { no: ft } = await p.read("fba_return", back);
  const { no: fx } = await p.read("fba_disposal", gone);
  const rows = [
    row("RM-R1", 1, 10, { shippedQty: 6, cancelledQty: 1, removalFee: "3.20", currency: "USD" }),
    row("RM-R1", 2, 4, { removalFee: "1.10", currency: "USD" }),
    row("RM-D1", 3, 3, { disposedQty: 2, cancelledQty: 1 }),
    row("RM-NONE", 1, 1),
    row("RM-R1", 3, 1),
    row("RM-R1", 2, 5),
  ];
  const report = await tried(rows);
  expect(says(report)).toEqual([
    `good: ${ft} 发出+6，取消+1`,
    `same: ${ft}`,
    `good: ${fx} 登记结果`,
    "bad: 没有移除单号RM-NONE的单据",
    `bad: ${ft}没有X0FBATEST3（Unsellable）的明细`,
    "bad: 与第2行重复",
  ]);
  expect(await p.read("fba_return", back)).toMatchObject({ status: "submitted", shippedQty: 0 });
  p.o.good(await run(report.id));
  expect(await p.read("fba_return", back)).toMatchObject({
    status: "shipping",
    shippedQty: 6,
    items: [{ shippedQty: 6, cancelledQty: 1 }, { shippedQty: 0 }],
  });
  expect(await p.read("fba_disposal", gone)).toMatchObject({ status: "done", disposedQty: 2 });
  const again = await tried(rows.slice(0, 3));
  expect(says(again)).toEqual([`same: ${ft}`, `good: ${ft} 移除费4.30`, `same: ${fx}`]);
  p.o.good(await run(again.id));
  const third = await tried(rows.slice(0, 3));
  expect(says(third)).toEqual([`same: ${ft}`, `same: ${ft}`, `same: ${fx}`]);
  expect(await p.refused(run(third.id))).toBe(`没有可更新的行：${ft}`);
  expect(await p.read("fba_return", back)).toMatchObject({ removalFee: "4.30" });
  const less = await tried([
    row("RM-R1", 1, 10, { shippedQty: 5, cancelledQty: 1 }),
    row("RM-D1", 3, 3, { disposedQty: 1, cancelledQty: 1 }),
    row("RM-R1", 2, 9, { shippedQty: 1 }),
  ]);
  expect(says(less)).toEqual([
    "bad: 累计发出5小于已登记的6",
    "bad: 累计销毁1小于已登记的2",
    `bad: 申请数量9与${ft}的4不一致`,
  ]);
  expect(await ledgerFaults(p.db)).toEqual([]);
});

test("a row that stands twice counts once, in fees and results too", async () => {
  const back = await p.submitted(
    "fba_return",
    p.returnForm([
      [0, 2],
      [1, 2],
    ]),
    "RM-R9",
  );
  const { no } = await p.read("fba_return", back);
  const rows = [1, 1, 2].map((sku) => row("RM-R9", sku, 2, { shippedQty: 2, removalFee: "1.50", currency: "USD" }));
  const report = await tried(rows);
  expect(says(report)).toEqual([`good: ${no} 发出+2`, "bad: 与第1行重复", `good: ${no} 发出+2 移除费3.00`]);
});

test("a disposal waits for all of its rows; who may not see a document finds none", async () => {
  const gone = await p.submitted(
    "fba_disposal",
    p.disposalForm([
      [0, 2],
      [1, 2],
    ]),
    "RM-D2",
  );
  const { no } = await p.read("fba_disposal", gone);
  const first = row("RM-D2", 1, 2, { disposedQty: 2 });
  expect(says(await tried([first]))).toEqual([`same: ${no} 尚未全部处理，等待下次报告`]);
  const both = await tried([first, row("RM-D2", 2, 2, { disposedQty: 2 })]);
  p.o.good(await run(both.id));
  expect(await p.read("fba_disposal", gone)).toMatchObject({ status: "done", disposedQty: 4 });
  // The same report of somebody whose stores are others: the document belongs to the Japanese ones.
  await p.db.query(
    `update fba_disposal set create_by = 1, store_id = j.id, dept_id = j.dept_id
     from store j where j.store_code = 'AMZ-JP-1' and fba_disposal.id = $1`,
    [gone],
  );
  expect(says(await tried([first]))).toEqual(["bad: 没有移除单号RM-D2的单据"]);
});

test("the platform's own file is read as it is: its headings, its tabs, all rows in one report", async () => {
  const back = await p.submitted("fba_return", p.returnForm([[2, 4]]), "RM-F1");
  const { no } = await p.read("fba_return", back);
  const file = [
    "order-id\tsku\tfnsku\tdisposition\trequested-quantity\tcancelled-quantity\tdisposed-quantity\tshipped-quantity\tremoval-fee\tcurrency",
    "RM-F1\tMSKU-3\tX0FBATEST3\tUnsellable\t4\t0\t0\t3\t0.52\tUSD",
    "RM-F2\tMSKU-3\tX0FBATEST3\tSellable\t1\t\t\t\t\t",
  ].join("\r\n");
  const form = new FormData();
  form.append("file", new Blob([file]), "removal.tsv");
  const headers = { authorization: `Bearer ${await login(p.backend.url, "admin")}` };
  const answer = await fetch(`${p.backend.url}${REPORTS}/import`, { method: "POST", headers, body: form });
  const { data } = await answer.json();
  const admin = p.o.as("admin");
  for (const step of ["check", "commit"])
    p.o.good(await admin.send("POST", `${REPORTS}/import/${data.id}/${step}`, {}));
  const made = await p.db.query<{ id: string }>("select id from fba_removal order by id desc limit 1");
  expect(says(await read(made[0]?.id ?? ""))).toEqual([
    `good: ${no} 发出+3 移除费0.52`,
    "bad: 没有移除单号RM-F2的单据",
  ]);
});
