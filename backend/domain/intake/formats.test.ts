import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { given } from "../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { besides, openAccount, type SaidReport, settlementText } from "./figures.testing";
import { takeReports } from "./take";

// A settlement is one document, in whichever format its report comes (figures.md A.4, A.5).

let backend: TestBackend;
let token = "";
let stores: { us: string; de: string; jp: string };
beforeAll(async () => {
  backend = await testBackend();
  const { us, de } = await openAccount(backend);
  const jp = given(
    await backend.db.one<{ id: string }>(
      `insert into store (store_code, store_name, platform, site_id, seller_id, state)
       select 'F-JP', 'F-JP', 'amazon', id, 'ACCOUNT-J', 'enabled' from site where site_code = 'JP' and tenant_id = 1
       returning id`,
    ),
  ).id;
  stores = { us, de, jp };
  token = await login(backend.url);
});
afterAll(() => backend.close());

async function send(method: string, path: string, body?: FormData | object) {
  const form = body instanceof FormData;
  const answer = await fetch(backend.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !form && { "content-type": "application/json" }) },
    body: form ? body : body && JSON.stringify(body),
  });
  return answer.json();
}

async function upload(storeId: string, content: string | Uint8Array, name: string) {
  const form = new FormData();
  form.append("file", new Blob([typeof content === "string" ? content : new Uint8Array(content)]), name);
  const file = (await send("POST", "/admin/file/upload", form)).data;
  const made = await send("POST", "/base/reportfile", { storeId, files: [file?.id] });
  if (!made.data) return made;
  await takeReports(backend.db, engine, backend.config);
  return (await send("GET", `/base/reportfile/${made.data.id}`)).data;
}

const report = (no: string, more: Partial<SaidReport> = {}): SaidReport => ({
  no,
  start: "2026-08-01",
  end: "2026-08-29",
  deposit: "2026-08-31",
  currency: "EUR",
  total: "-40.11",
  marketplace: "Amazon.de",
  lines: [
    besides("2026-08-05", "Subscription Fee", "-39.00"),
    besides("2026-08-27", "Gebühr für Prüfung, „neu“", "-1.11"),
  ],
  ...more,
});

const cellsOf = (text: string) => text.split("\r\n").map((line) => line.split("\t"));
const quoted = (cell: string) => (/[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csv = (text: string, sign: string) =>
  cellsOf(text)
    .map((row) => row.map(quoted).join(sign))
    .join("\r\n");
/** As a spreadsheet keeps it: amounts are numbers, days are days. */
const xlsx = (text: string) =>
  writeXlsx({
    sheets: [
      {
        name: "Tabelle1",
        rows: cellsOf(text).map((row) =>
          row.map((cell) =>
            /^-?\d+\.\d\d$/.test(cell)
              ? Number(cell)
              : /^\d{4}-\d\d-\d\d$/.test(cell)
                ? new Date(`${cell}T00:00:00Z`)
                : cell,
          ),
        ),
      },
    ],
  });
/** Windows-1252 has what Latin 1 has, and quotation marks besides. */
const windows = (text: string) => Buffer.from(text.replaceAll("„", "\x84").replaceAll("“", "\x93"), "latin1");

test("one settlement as text, csv, workbook and archive", async () => {
  const text = settlementText(report("12000000001"));
  const first = await upload(stores.de, text, "settlement.txt");
  expect(first).toMatchObject({ status: "done", rowCount: 2, charset: "utf-8" });
  for (const [name, content] of [
    ["settlement.zip", zipSync({ "out/settlement.txt": Buffer.from(text) })],
    ["settlement.gz", gzipSync(text)],
  ] as const)
    expect(await upload(stores.de, content, name), name).toMatchObject({
      status: "duplicate",
      problem: expect.stringContaining(`（${first.no}）`),
    });
  const same = { status: "duplicate", problem: expect.stringMatching(/^与结算单JS\d+相同$/) };
  for (const [name, content] of [
    ["comma.csv", csv(text, ",")],
    ["semicolon.csv", csv(settlementText(report("12000000001"), { comma: true, german: true }), ";")],
    ["workbook.xlsx", await xlsx(text)],
    ["windows.txt", windows(text)],
    ["turned.tsv", settlementText(report("12000000001"), { reversed: true })],
  ] as const)
    expect(await upload(stores.de, content, name), name).toMatchObject(same);
  expect(await upload(stores.de, windows(csv(text, ",")), "both.csv")).toMatchObject({
    ...same,
    charset: "windows-1252",
  });
});

test("a Japanese one in Shift_JIS and in UTF-8", async () => {
  const said = report("12000000002", {
    currency: "JPY",
    total: "-490",
    marketplace: "Amazon.co.jp",
    lines: [besides("2026-08-05", "@@", "-490")],
  });
  const text = settlementText(said);
  expect(await upload(stores.jp, text.replace("@@", "日本"), "utf8.txt")).toMatchObject({ status: "done" });
  const [before = "", after = ""] = text.split("@@");
  const sjis = Buffer.concat([Buffer.from(before), Buffer.from([0x93, 0xfa, 0x96, 0x7b]), Buffer.from(after)]);
  expect(await upload(stores.jp, sjis, "sjis.txt")).toMatchObject({ status: "duplicate", charset: "shift_jis" });
});

test("a column that is called otherwise is read again when its name is known", async () => {
  const text = settlementText(report("12000000003")).replace("amount-description", "Betrag_Beschreibung");
  const row = await upload(stores.de, text, "renamed.txt");
  expect(row).toMatchObject({ status: "failed", problem: "缺少列：amount-description" });
  await backend.db.query(
    "insert into report_column values (1, 'settlement', 'betrag-beschreibung', 'amount-description')",
  );
  await send("POST", `/base/reportfile/${row.id}/retry`, { id: row.id, version: row.version });
  await takeReports(backend.db, engine, backend.config);
  expect((await send("GET", `/base/reportfile/${row.id}`)).data).toMatchObject({
    status: "done",
    rowCount: 2,
    problem: null,
  });
});

test("a file that no report is in", async () => {
  expect(await upload(stores.us, "no columns", "notes.txt")).toMatchObject({
    status: "failed",
    problem: "不是分列的报告，请上传平台下载的txt或csv原文件",
  });
  expect((await upload(stores.us, "%PDF-1.7", "report.pdf")).fields ?? {}).toMatchObject({
    files: expect.stringContaining("请上传平台下载的原文件"),
  });
});

test("finance is told of a settlement that waits, once, and of a file that differs, once", async () => {
  const said = async () =>
    (
      await backend.db.query<{ title: string; users: number }>(
        `select n.title, n.target_count as users from sys_notification n
         join settlement h on n.biz_path = '/finance/settlement/detail?id=' || h.id
         where h.settlement_no = '12000000004' order by n.id`,
      )
    ).map(({ title, users }) => [title.replace(/JS\d+/, "JS"), users]);
  const sent = report("12000000004");
  await upload(stores.de, settlementText(sent), "new.txt");
  const users = given(
    await backend.db.one<{ n: number }>(
      `select count(*)::int as n from sys_user u join sys_user_role x on x.user_id = u.id join sys_role r on r.id = x.role_id
       where r.role_code = 'FINANCE'`,
    ),
  ).n;
  expect(users).toBeGreaterThan(0);
  expect(await said()).toEqual([["结算单JS有未归类的费用", users]]);
  await upload(stores.de, settlementText(sent, { reversed: true }), "again.txt");
  for (const total of ["-41.11", "-42.11"]) await upload(stores.de, settlementText({ ...sent, total }), `${total}.txt`);
  expect(await said()).toEqual([
    ["结算单JS有未归类的费用", users],
    ["结算单JS有变更", users],
  ]);
});
