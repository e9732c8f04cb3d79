import { readXlsx, writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { page } from "#backend/engine/documents/reading/list";
import { payout } from "#documents/finance/receivable/payout";
import { platEntry, platReceivable } from "#documents/finance/receivable/plat-receivable";
import { actAs } from "../../../../tests/acting";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { openReceivable, type Receivable } from "./receivable.testing";

let backend: TestBackend;
let s: Receivable;
const ids: Record<"payout" | "receipt" | "foreign", string> = { payout: "", receipt: "", foreign: "" };
beforeAll(async () => {
  backend = await testBackend();
  s = await openReceivable(backend.db);
  ids.payout = (await s.settle({ amount: "85.94", activity: "105.94", reserve: "-20.00" })).id;
  await s.settle({ store: "F-DE", currency: "EUR", amount: "45.99" });
  ids.foreign = (await s.settle({ store: "OTHER", amount: "999.00", tenantId: "2" })).id;
  ids.receipt = await s.receive({ amount: "82.94", fee: "3.00" });
});
afterAll(() => backend?.close());

const tokens = new Map<string, string>();
const call = async (who: string, path: string, method = "GET", body?: object) => {
  const token = tokens.get(who) ?? (await login(backend.url, who));
  tokens.set(who, token);
  return fetch(backend.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
};
const listed = async (who: string, path: string) => {
  const { data } = await (await call(who, path)).json();
  return data;
};

const PERIOD = "/finance/platreceivable/page?dayFrom=2026-08-01&dayTo=2026-08-31";

test("finance sees what is owed by store and currency, a period, its entries and its file", async () => {
  const { records, summary } = await listed("finance", PERIOD);
  expect(records).toMatchObject([
    {
      storeName: "F-US",
      currency: "USD",
      opening: "0.00",
      settled: "105.94",
      closing: "105.94",
      reserved: "20.00",
      inTransit: "85.94",
      carried: "0.00",
    },
    { storeName: "F-DE", currency: "EUR", closing: "45.99", inTransit: "45.99" },
  ]);
  expect(summary).toMatchObject({ closing: { USD: "105.94", EUR: "45.99" }, baseClosing: "1130.87" });
  expect((await listed("finance", "/finance/platreceivable/page")).records).toMatchObject([
    { opening: "105.94", settled: "0.00" },
    { opening: "45.99" },
  ]);
  const { records: entries } = await listed("finance", `/finance/platentry/page?storeId=${s.stores["F-US"]}`);
  expect(entries).toMatchObject([{ bizType: "settled", amount: "105.94", baseAmount: "760.65" }]);
  const file = await call("finance", `${PERIOD.replace("page", "export")}`);
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
  expect(sheets[0]?.rows.flat()).toEqual(expect.arrayContaining(["F-US", "F-DE"]));
});

test("the cashier matches, finance takes it apart, neither the other way round", async () => {
  const act = async (who: string, action: string, body: object) => {
    const { version } = await listed(who, `/finance/payout/${ids.payout}`);
    return call(who, `/finance/payout/${ids.payout}/${action}`, "POST", { ...body, version });
  };
  const match = { receiptId: ids.receipt, amount: "82.94", fee: "3.00" };
  expect((await act("finance", "match", match)).status).toBe(403);
  const queue = async (who: string) =>
    (await listed(who, "/admin/desk/queues")).find((q: { label: string }) => q.label === "超期未到账");
  expect(await queue("cashier")).toMatchObject({ count: 2, late: 2 });
  expect(await queue("finance")).toBeUndefined();
  expect((await act("cashier", "match", match)).status).toBe(200);
  expect(await queue("cashier")).toMatchObject({ count: 1 });
  const edit = await call("cashier", "/finance/bankreceipt", "PUT", { id: ids.receipt, version: 1, memo: "改" });
  expect([edit.status, (await edit.json()).msg]).toEqual([409, "已匹配回款单的收款不能修改，请先取消匹配"]);
  const { records } = await listed("cashier", `/finance/payoutmatch/page?payoutId=${ids.payout}`);
  expect(records).toMatchObject([
    { amount: "82.94", fee: "3.00", arrivedCny: "590.53", way: "hand", state: "matched" },
  ]);
  expect((await act("cashier", "unmatch", { reason: "错了" })).status).toBe(403);
  expect((await act("finance", "unmatch", { reason: "错了" })).status).toBe(200);
  expect(await s.receipt(ids.receipt)).toMatchObject({ status: "open" });
});

test("another tenant's are its own, and a low role sees none of it", async () => {
  const lists = ["payout", "payoutmatch", "bankreceipt", "platreceivable", "platentry"];
  for (const list of lists) {
    expect((await call("ops", `/finance/${list}/page`)).status, list).toBe(403);
    expect((await call("ops", `/finance/${list}/export`)).status, list).toBe(403);
    const { records } = await listed("finance", `/finance/${list}/page`);
    expect(JSON.stringify(records), list).not.toMatch(/999\.00|别家店铺/);
  }
  expect((await call("finance", `/finance/payout/${ids.foreign}`)).status).toBe(404);
  const reach = await call("cashier", `/finance/payout/${ids.foreign}/match`, "POST", {
    receiptId: ids.receipt,
    amount: "1.00",
    version: 0,
  });
  expect(reach.status).toBe(404);
});

test("who works for some stores sees theirs alone", async () => {
  const dept = await s.db.one<{ id: string }>("select id from sys_dept order by id limit 1");
  await s.db.query("update store set dept_id = $1 where id = $2", [dept?.id, s.stores["F-DE"]]);
  const c = actAs(s.db, { userId: "77", scope: { kind: "depts", deptIds: [dept?.id ?? ""] } });
  for (const document of [payout, platEntry, platReceivable]) {
    const own = c.book.get(document.name)?.rules ?? {};
    const { records } = await page(c, document, { current: 1, size: 20 }, own);
    expect(new Set(records.map((r) => r.storeName)), document.name).toEqual(new Set(["F-DE"]));
  }
});

test("a receipt is typed once, in the currency of its account, and not ahead of time", async () => {
  const add = async (body: object) => {
    const answer = await call("cashier", "/finance/bankreceipt", "POST", {
      companyAccountId: s.accounts.EUR,
      serialNo: "ab-1",
      receivedTime: "2026-09-03 09:00:00",
      amount: "12.50",
      ...body,
    });
    return answer.json();
  };
  const { data } = await add({});
  expect(
    await s.db.one("select currency, left_amount::text as left from bank_receipt where id = $1", [data.id]),
  ).toEqual({ currency: "EUR", left: "12.50" });
  expect((await add({ serialNo: " AB-1" })).msg).toBe("银行流水号已存在");
  expect((await add({ serialNo: "ab-2", receivedTime: "2999-01-01 00:00:00" })).msg).toBe("到账时间不能晚于现在");
  expect((await add({ serialNo: "ab-3", amount: "0" })).code).not.toBe(0);
  expect((await add({ companyAccountId: s.accounts.USD })).code).toBe(0);
});

test("what the bank tells comes in as a file, whole or not at all", async () => {
  const account = await s.db.one<{ label: string }>("select label from company_account_list where id = $1", [
    s.accounts.USD,
  ]);
  const load = async (who: string, rows: string[][]) => {
    const head = ["收款账户", "银行流水号", "到账时间", "到账金额", "手续费", "付款方"];
    const bytes = await writeXlsx({
      sheets: [{ name: "a", rows: [head, ...rows.map((row) => [account?.label ?? "", ...row])] }],
    });
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)]), "流水.xlsx");
    const token = tokens.get(who);
    const sent = await fetch(`${backend.url}/finance/bankreceipt/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "idempotency-key": crypto.randomUUID() },
      body: form,
    });
    if (sent.status !== 200) return sent.status;
    const { data } = await sent.json();
    const step = async (name: string) =>
      (await call(who, `/finance/bankreceipt/import/${data.id}/${name}`, "POST", {})).json();
    const { data: checked } = await step("check");
    if (checked.errorCount) return checked.errors[0].msg;
    return (await step("commit")).data.made.length;
  };
  const one = ["T-1", "2026-09-05 08:00:00", "31.20", "1.50", "AMAZON PAYMENTS"];
  expect(await load("ops", [one])).toBe(403);
  expect(await load("cashier", [one, ["T-2", "2026-09-05 08:01:00", "7.00", "", ""]])).toBe(2);
  expect(
    await s.db.one(
      "select status, currency, amount::text, fee::text, left_amount::text as left from bank_receipt where serial_no = 'T-1'",
    ),
  ).toEqual({ status: "open", currency: "USD", amount: "31.20", fee: "1.50", left: "31.20" });
  expect(await load("cashier", [["T-3", "2026-09-05 08:00:00", "1.00", "", ""], one])).toBe("银行收款已存在");
  expect(await s.db.query("select 1 from bank_receipt where serial_no = 'T-3'")).toEqual([]);
});
