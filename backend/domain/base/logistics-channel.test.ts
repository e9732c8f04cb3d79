import { afterAll, beforeAll, expect, it } from "vitest";
import { addOne, removeOne } from "#backend/engine/documents/calls/writes";
import type { RuleValues } from "#backend/engine/documents/rules";
import type { Database } from "#backend/platform/db/sql";
import { logisticsChannel } from "#documents/base/logistics-channel";
import { actAs } from "../../../tests/acting";
import { testDatabase } from "../../../tests/harness";
import { logisticsChannelRules } from "./logistics-channel";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const permissions = new Set(["base_channel_del"]);
const add = (code: string, values: RuleValues = {}) =>
  db.tx((sql) =>
    addOne(actAs(sql), logisticsChannel, logisticsChannelRules, { code, name: code, carrierCode: "USPS", ...values }),
  );

it("a channel reaches countries that there are, each once", async () => {
  const { id } = await add("C-1", { countries: ["US", "CA", "US"] });
  expect(await db.one("select countries from logistics_channel where id = $1", [id])).toEqual({
    countries: ["US", "CA"],
  });
  await expect(add("C-2", { countries: ["US", "XQ"] })).rejects.toThrow("没有国家 XQ");
  await expect(add("C-1")).rejects.toThrow("渠道编码已存在");
});

it("a channel that a package names stays", async () => {
  const [used, free] = [await add("C-3"), await add("C-4")];
  await db.query("insert into package_order (no, logistics_channel_id) values ('BG-1', $1)", [used.id]);
  const del = (id: string) =>
    db.tx((sql) => removeOne(actAs(sql, { permissions }), logisticsChannel, logisticsChannelRules, id, undefined));
  await expect(del(used.id)).rejects.toThrow("已有包裹使用此物流渠道，不能删除");
  await del(free.id);
});
