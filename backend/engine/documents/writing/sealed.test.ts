import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { openAddress, openSecret } from "#backend/platform/personal/open";
import { completeDocument, field } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { readDocument } from "../reading/read-document";
import { lockWhole } from "../reading/row";
import { syncTables } from "../tables/table";
import { difference } from "./difference";
import { insert, update } from "./write";

const plug = completeDocument({
  name: "test_plug",
  label: "接头",
  module: "base",
  number: "JT",
  table: "test_plug",
  fields: { token: field.secret("密钥", { required: true }), receiver: field.address("收件信息", { required: true }) },
  screens: { list: "/test/plug/index" },
});

const JOHN = {
  name: "John Millerson",
  phone: "+1 206 555 0189",
  country: "US",
  state: "WA",
  city: "Seattle",
  line1: "1201 Third Ave",
  postcode: "98101",
};

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await syncTables(db, [plug]);
});
afterAll(() => db.close());

const add = (values: object) => db.tx(async (sql) => (await insert(actAs(sql), plug, {}, { ...values })).id);
const change = (id: string, values: object) =>
  db.tx(async (sql) => {
    const c = actAs(sql);
    const before = await lockWhole(c, plug, id);
    const said = difference(plug, before, { ...values });
    await update(c, plug, {}, before, { ...values });
    return said;
  });
const shown = (id: string) => db.tx((sql) => readDocument(actAs(sql), plug, {}, id));

test("a secret and an address are kept sealed, shown masked, opened for a call alone", async () => {
  const id = await add({ token: "s3cr3t-value", receiver: JOHN });
  const raw = JSON.stringify(await db.query("select * from test_plug"));
  for (const said of ["s3cr3t", "John", "Millerson", "0189", "Third", "Seattle"]) expect(raw).not.toContain(said);
  expect(await shown(id)).toMatchObject({ token: "已设置", receiver: "J***n ***89 US WA 981***" });
  expect(await openSecret(db, plug, "token", id)).toBe("s3cr3t-value");
  expect(await openAddress(db, plug, id)).toEqual(JOHN);
});

test("what is not typed anew stays, also when what was read is sent back", async () => {
  const id = await add({ token: "first", receiver: JOHN });
  const { token, receiver } = await shown(id);
  expect(await change(id, { token, receiver })).toEqual({});
  expect(await change(id, { token: "", receiver: { phone: "206 555 0177" } })).toEqual({
    receiver: ["J***n ***89 US WA 981***", "***77"],
  });
  expect(await openSecret(db, plug, "token", id)).toBe("first");
  expect(await openAddress(db, plug, id)).toEqual({ ...JOHN, phone: "206 555 0177" });
  expect(await change(id, { token: "second" })).toEqual({ token: ["已设置", "已重新设置"] });
  expect(await openSecret(db, plug, "token", id)).toBe("second");
});

test("two spellings of an address have one hash; another one has another", async () => {
  const hash = async (address: object) => {
    const id = await add({ token: "x", receiver: address });
    return (await db.one<{ h: string }>(`select receiver_hash as h from test_plug where id = $1`, [id]))?.h;
  };
  const first = await hash(JOHN);
  expect(await hash({ ...JOHN, name: " JOHN  millerson" })).toBe(first);
  expect(await hash({ ...JOHN, line1: "1202 Third Ave" })).not.toBe(first);
});

test("what is needed and missing is refused at its part", async () => {
  await expect(add({ receiver: JOHN })).rejects.toThrow("请输入密钥");
  await expect(add({ token: "x" })).rejects.toThrow("请输入收件信息的姓名");
  await expect(add({ token: "x", receiver: { ...JOHN, line1: "" } })).rejects.toThrow("请输入收件信息的地址");
});
