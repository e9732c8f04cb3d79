import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { page } from "#backend/engine/documents/reading/list";
import { call } from "#backend/platform/auth/auth.testing";
import { reportColumn } from "#documents/base/report-column";
import { reportFile } from "#documents/base/report-file";
import { actAs } from "../../../../tests/acting";
import { given } from "../../../../tests/given";
import { login } from "../../../../tests/harness";
import { type Account, besides, openIntake, type SaidReport, settlementText } from "../figures.testing";
import { takeReports } from "../take";

// A column that is called otherwise is given its name by a person; then it is as if it had never changed (figures.md F.5).

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

const report = (no: string, more: Partial<SaidReport> = {}): SaidReport => ({
  no,
  currency: "USD",
  start: "2026-08-01",
  end: "2026-08-14",
  deposit: "2026-08-16",
  total: "-40.00",
  marketplace: "Amazon.com",
  lines: [besides("2026-08-05", "Subscription Fee", "-39.99"), besides("2026-08-06", "Coupon", "-0.01")],
  ...more,
});
const save = (body: object, who?: string) => account.send("POST", reportColumn.api, body, who);
const renamed = { reportKind: "settlement", columnName: "amount-description", said: "Betrag_Beschreibung" };
const lines = () =>
  account.backend.db.query(
    `select l.line_no, l.amount_description, l.amount, l.category, l.measure from settlement_line l
     join settlement h on h.id = l.settlement_id where h.settlement_no = $1 order by 1`,
    ["12000000009"],
  );

test("a renamed column is refused, named, and read again as if nothing had been", async () => {
  const { us, send, upload, backend } = account;
  const text = settlementText(report("12000000009"));
  const file = await upload(
    us,
    text.replace("amount-description", renamed.said).replace("merchant-order-id", "new-one"),
  );
  expect(file).toMatchObject({
    status: "failed",
    kind: "settlement",
    problem: "缺少列：amount-description",
    unread: expect.stringContaining("betrag-beschreibung"),
  });
  expect(file.refused?.nameColumn).toBeUndefined();
  const start = (await send("GET", `${reportColumn.api}/prefill?fileId=${file.id}`)).data;
  expect(start).toMatchObject({ reportKind: "settlement", columnName: "amount-description" });
  expect(start.told).toContain("betrag-beschreibung");
  expect(start.told).toContain("new-one");
  const { reportKind, columnName } = start;
  expect(await save({ reportKind, columnName, said: renamed.said })).toMatchObject({ code: 0 });
  const { id, version } = file;
  expect(await send("POST", `/base/reportfile/${id}/retry`, { id, version })).toMatchObject({ code: 0 });
  await takeReports(backend.db, engine, backend.config);
  expect((await send("GET", `/base/reportfile/${id}`)).data).toMatchObject({
    status: "done",
    rowCount: 2,
    problem: null,
    unread: null,
  });
  const found = await lines();
  expect(found).toMatchObject([
    { amount_description: "Subscription Fee", category: "other", measure: "other_fee" },
    { amount_description: "Coupon" },
  ]);
  // The same under its own names is the same.
  expect(await upload(us, text)).toMatchObject({ status: "duplicate" });
  expect(await lines()).toEqual(found);
});

test("a name is one of the report's columns, and given once per report", async () => {
  const wrong = async (body: object) => (await save({ ...renamed, ...body })).fields;
  expect(await wrong({ columnName: "amount-descriptions" })).toMatchObject({
    columnName: expect.stringContaining("该报告没有“amount-descriptions”这一列"),
  });
  expect(await wrong({ said: "Amount Type" })).toMatchObject({ said: "“amount-type”是系统的列名，不用对照" });
  expect((await save(renamed)).msg).toBe("该报告已有这个列名的对照");
  expect((await save({ ...renamed, said: "betrag beschreibung", columnName: "amount" })).msg).toBe(
    "该报告已有这个列名的对照",
  );
  // Another report may have a column of that name.
  expect(await save({ reportKind: "stock", columnName: "asin", said: renamed.said })).toMatchObject({ code: 0 });
  // Two people at once.
  const both = await Promise.all([1, 2].map(() => save({ ...renamed, said: "zweimal" })));
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
});

test("a name that is taken away counts no more, and may be given again; its history says so", async () => {
  const { send, upload, us, backend, token } = account;
  const row: { id: string; version: number } = (
    await send("GET", `${reportColumn.api}/page?reportKind=settlement&said=betrag`)
  ).data.records[0];
  const log = (await send("GET", `/admin/operlog/${reportColumn.name}/${row.id}`)).data;
  expect(log.length).toBeGreaterThan(0);
  const { body } = await call(backend, "DELETE", `${reportColumn.api}/${row.id}`, {
    token,
    params: { version: String(row.version) },
  });
  expect(body).toMatchObject({ code: 0 });
  const text = settlementText(report("12000000010")).replace("amount-description", renamed.said);
  expect(await upload(us, text)).toMatchObject({ status: "failed", problem: "缺少列：amount-description" });
  expect(await save(renamed)).toMatchObject({ code: 0 });
});

test("reports of other languages are read by the words that are known", async () => {
  const head =
    "return-date\tBestellnummer\tsku\tasin\tfnsku\tproduct-name\tMenge\tfulfillment-center-id\tdetailed-disposition\treason\tstatus\tlicense-plate-number";
  const row = "2026-08-20T10:00:00+00:00\t304-1\tA-DE\tB0AAAAAAA1\tX1\t \t2\tLEJ1\tSELLABLE\tUNWANTED_ITEM\t \tLPN1";
  expect(await account.upload(account.de, `${head}\n${row}\n`)).toMatchObject({ status: "done", kind: "returns" });
  const found = await account.backend.db.query("select order_no, qty from fba_customer_return where del_flag = 0");
  expect(found).toEqual([{ order_no: "304-1", qty: 2 }]);
});

test("who may: finance changes, others see nothing, and a tenant has its own", async () => {
  const finance = await login(account.backend.url, "finance");
  expect(await save({ ...renamed, said: "finanz" }, finance)).toMatchObject({ code: 0 });
  const ops = await login(account.backend.url, "ops");
  expect(await save({ ...renamed, said: "ops" }, ops)).toMatchObject({ code: 1, msg: "当前操作没有权限" });
  const foreign = actAs(account.backend.db, { tenantId: "2", permissions: new Set(["base_reportcolumn_view"]) });
  const rules = given(engine.book.get(reportColumn.name)).rules;
  expect((await page(foreign, reportColumn, { current: 1, size: 10 }, rules)).records).toEqual([]);
  const theirs = await account.backend.db.query("update report_column set tenant_id = 2 where said = $1 returning id", [
    "betrag-beschreibung",
  ]);
  expect(theirs.length).toBeGreaterThan(0);
  const text = settlementText(report("12000000011")).replace("amount-description", renamed.said);
  const file = await account.upload(account.us, text);
  expect(file).toMatchObject({ status: "failed" });
  const open = { ...actAs(account.backend.db), sql: account.backend.db };
  await expect(
    account.backend.db.tx((sql) =>
      perform({ ...open, ...foreign, sql }, reportFile, file.id, "retry", {}, { trusted: true }),
    ),
  ).rejects.toMatchObject({ status: 404 });
});
