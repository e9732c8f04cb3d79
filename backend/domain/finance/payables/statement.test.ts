import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import { insert } from "#backend/engine/documents/writing/write";
import { today } from "#backend/platform/values/calendar";
import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import { actAs } from "../../../../tests/acting";
import { evidence } from "../../../../tests/evidence";
import { openPayables } from "./payables.testing";
import { supplierStatementRules } from "./statement";

let s: Awaited<ReturnType<typeof openPayables>>;
beforeAll(async () => {
  s = await openPayables();
});
afterAll(() => s?.close());

const prices = { permissions: new Set(["purchase_price_view"]) };

const draft = (supplierId: string, fromDate: string, toDate: string) =>
  s.db.tx((sql) =>
    insert(actAs(sql, prices), supplierStatement, supplierStatementRules, {
      supplierId,
      currency: "CNY",
      fromDate,
      toDate,
    }),
  );

const act = (id: string, name: "send" | "recall" | "confirm" | "refresh", input = {}) =>
  s.db.tx((sql) => perform(actAs(sql, prices), supplierStatement, id, name, input, { trusted: true }));

const read = (id: string) =>
  readDocument(
    actAs(s.db, { permissions: new Set(["finance_statement_view", "purchase_price_view"]) }),
    supplierStatement,
    supplierStatementRules,
    id,
  );

test("a statement is drawn from the ledger, fixed when it is sent, and a later entry is a difference", async () => {
  const id = await s.supplier("对账供应商");
  await s.post(id, "CNY", "1", [
    ["receipt", "100.00", "2026-01-31"],
    ["receipt", "50.00", "2026-02-01"],
    ["payment", "-120.00", "2026-02-28"],
    ["receipt", "7.00", "2026-03-01"],
  ]);
  const made = await draft(id, "2026-02-01", "2026-02-28");
  expect(await read(made.id)).toMatchObject({
    opening: "100.00",
    added: "50.00",
    paid: "-120.00",
    closing: "30.00",
    laterAmount: "0.00",
    items: [
      { bizDate: "2026-02-01", amount: "50.00", balance: "150.00" },
      { bizDate: "2026-02-28", amount: "-120.00", balance: "30.00" },
    ],
  });
  await act(made.id, "send");
  await s.post(id, "CNY", "1", [["return", "-4.00", "2026-02-20"]]);
  expect(await read(made.id)).toMatchObject({
    status: "sent",
    closing: "30.00",
    laterAmount: "-4.00",
    later: [{ bizDate: "2026-02-20", amount: "-4.00" }],
  });
  expect((await read(made.id)).items).toHaveLength(2);
  const file = await s.call("finance", `/finance/statement/sheet?id=${made.id}`);
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()));
  const rows = sheets[0]?.rows ?? [];
  expect(rows[2]?.slice(0, 2)).toEqual(["2026-02-01", "期初余额"]);
  expect(rows.at(-1)?.at(-1)).toBe(30);
  await act(made.id, "recall");
  await act(made.id, "refresh");
  expect(await read(made.id)).toMatchObject({ status: "draft", closing: "26.00", laterAmount: "0.00" });
});

test("periods do not overlap, and lie in the past", async () => {
  const id = await s.supplier("期间供应商");
  const first = await draft(id, "2026-02-01", "2026-02-28");
  await expect(draft(id, "2026-02-28", "2026-03-31")).rejects.toThrow(`对账单${first.no}已包含该期间`);
  await draft(id, "2026-03-01", "2026-03-31");
  await expect(draft(id, "2026-04-02", "2026-04-01")).rejects.toThrow("结束日期不能早于开始日期");
  await expect(draft(id, "2026-04-01", today(1))).rejects.toThrow("结束日期不能晚于今天");
});

test("what the supplier stamped is kept; another balance asks for its reason", async () => {
  const id = await s.supplier("盖章供应商");
  await s.post(id, "CNY", "1", [["receipt", "80.00", "2026-02-10"]]);
  const made = await draft(id, "2026-02-01", "2026-02-28");
  await act(made.id, "send");
  const signed = { confirmDate: today(), signedFiles: [evidence("finance", "document")] };
  await expect(act(made.id, "confirm", { ...signed, supplierAmount: "79.00" })).rejects.toThrow(
    "对方余额与我方相差-1.00，请填写差异说明",
  );
  await expect(act(made.id, "confirm", { ...signed, signedFiles: [] })).rejects.toThrow("请上传供应商盖章的对账单");
  await act(made.id, "confirm", { ...signed, supplierAmount: "79.00", differenceNote: "少计一件" });
  expect(await read(made.id)).toMatchObject({
    status: "confirmed",
    supplierAmount: "79.00",
    difference: "-1.00",
    differenceNote: "少计一件",
    signedFiles: signed.signedFiles,
  });
});
