import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { RuleContext, RuleValues } from "#backend/engine/documents/rules";
import { update } from "#backend/engine/documents/writing/write";
import type { Database } from "#backend/platform/db/sql";
import { freightTemplate } from "#documents/logistics/freight-template";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { expireTemplates } from "./expiry";
import { addTemplate, cartons, forwarder, templateValues, tiers } from "./freight.testing";
import { quoteFreight } from "./quote";

let db: Database;
let provider: string;
beforeAll(async () => {
  db = await testDatabase();
  provider = await forwarder(db, "快船货代");
});
afterAll(() => db.close());

const act = <R>(work: (c: RuleContext) => Promise<R>): Promise<R> => db.tx((sql) => work(actAs(sql)));
const make = (name: string, more: RuleValues = {}) =>
  act(async (c) => (await addTemplate(c, templateValues(provider, name, more))).id);
const enable = (id: string) => act((c) => perform(c, freightTemplate, id, "enable", {}, { trusted: true }));
const quote = (templateId: string, more = {}) =>
  act((c) => quoteFreight(c, { templateId, country: "US", boxes: cartons, ...more }));

describe("a freight template", () => {
  it("quotes its test vector, and keeps what was quoted when it is edited", async () => {
    const id = await make("向量");
    await expect(quote(id)).rejects.toThrow("单据不存在");
    await enable(id);
    const first = await quote(id);
    expect(first).toMatchObject({ total: "1010.50", templateVersion: 1, currency: "CNY" });
    await act(async (c) => {
      const dearer = { items: tiers("10.8") };
      const row = await lockWhole(c, freightTemplate, id);
      const rules = c.book.get("freight_template")?.rules ?? {};
      await update(c, freightTemplate, rules, row, dearer);
    });
    expect(await quote(id)).toMatchObject({ total: "1083.00", templateVersion: 2 });
    expect(await quote(id, { templateVersion: 1 })).toMatchObject({ total: "1010.50" });
    expect(await quote(id, { country: "DE" })).toMatchObject({ refused: "不派送该目的国" });
    expect(await quote(id, { date: "2025-12-31" })).toMatchObject({ refused: "2026-01-01起生效" });
  });

  it("asks for tiers without gaps and for what its way of billing needs", async () => {
    const tiers = (...items: RuleValues[]) => ({ items: items.map((t) => ({ kind: "tier", ...t })) });
    const gap = tiers({ fromQty: "0", toQty: "45", unitPrice: "1" }, { fromQty: "46", unitPrice: "1" });
    const two = tiers({ fromQty: "0", unitPrice: "1" }, { fromQty: "5", unitPrice: "1" });
    await expect(make("缺口", gap)).rejects.toThrow("阶梯区间不连续或重叠");
    await expect(make("两个无限", two)).rejects.toThrow("阶梯区间不连续或重叠");
    await expect(make("无系数", { volumeDivisor: null })).rejects.toThrow("请输入材积系数");
    await expect(make("倒期", { validTo: "2025-01-01" })).rejects.toThrow("失效日期不能早于生效日期");
  });

  it("leaves one enabled template for a channel, place and day", async () => {
    const values = { channelName: "美东卡派", destZone: ["1", "NJ"] };
    const first = await make("分区一", values);
    await enable(first);
    const no = await db.one<{ no: string }>("select no from freight_template where id = $1", [first]);
    const same = await make("分区二", { ...values, destZone: ["10"] });
    await expect(enable(same)).rejects.toThrow(`同渠道同期限已有启用模板${no?.no}`);
    await enable(await make("分区三", { ...values, destZone: ["2"] }));
    const all = await make("全境", { channelName: "美东卡派" });
    await expect(enable(all)).rejects.toThrow("同渠道同期限已有启用模板");
  });

  it("expires after its last day", async () => {
    const id = await make("短期", { channelName: "限时" });
    await enable(id);
    await db.query("update freight_template set valid_to = '2026-01-02' where id = $1", [id]);
    await expireTemplates(db);
    const row = await db.one("select status from freight_template where id = $1", [id]);
    expect(row).toEqual({ status: "expired" });
  });
});
