import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { today } from "#backend/platform/values/calendar";
import { documents } from "#documents";
import type { DocumentType, Field } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import type { RuleContext, RuleValues } from "../rules";
import { checkRates, typedRates } from "./rates";

interface Form {
  at: string;
  fields: Readonly<Record<string, Field>>;
  /** What it may name besides: the row that an action works on. */
  around: Readonly<Record<string, Field>>;
}

/** Every form that people type into: of a document, and of each of its actions. */
const forms: Form[] = documents.flatMap((document): Form[] => {
  const d: DocumentType = document;
  return [
    { at: d.name, fields: d.fields, around: {} },
    ...Object.entries(d.actions ?? {}).map(([name, a]) => ({
      at: `${d.name}.${name}`,
      fields: a.input ?? {},
      around: d.fields,
    })),
  ];
});

const typed = (f: Field) => !f.computed && !(f.hiddenIn?.includes("add") && f.hiddenIn.includes("edit"));
const isRate = (f: Field) => f.kind === "decimal" && f.label.includes("汇率") && typed(f);

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query("delete from exchange_rate");
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     values ('USD', '2020-01-01', 7, '测试')`,
  );
});
afterAll(() => db?.close());

describe("every rate that people type", () => {
  it("says what it is held against, by fields that are there", () => {
    const lost = forms.flatMap(({ at, fields, around }) =>
      Object.entries(fields).flatMap(([name, f]) => {
        if (!isRate(f)) return [];
        const rate = "rate" in f ? f.rate : undefined;
        const named = [rate?.of, rate?.into, rate?.on, rate?.against, rate?.why, rate?.when?.[0]];
        const unknown = named.some((n) => n && !(n in fields) && !(n in around));
        return rate && !unknown && rate.why in fields ? [] : [`${at}.${name}`];
      }),
    );
    // The official rate is the table itself; a jump of it is asked about by its own rule.
    expect(lost).toEqual(["exchange_rate.officialRate"]);
    const inLines = documents.flatMap((document) => {
      const d: DocumentType = document;
      const all = [d.lines, ...Object.values(d.actions ?? {}).map((a) => a.lines)];
      return all.flatMap((lines) =>
        Object.values(lines ?? {}).flatMap((l) =>
          Object.entries(l.fields).flatMap(([name, f]) => (isRate(f) ? [`${d.name}.${name}`] : [])),
        ),
      );
    });
    expect(inLines).toEqual([]);
  });

  const rates = forms.flatMap((form) => typedRates(form.fields).map(([name]) => ({ form, name })));
  it("is declared somewhere", () => expect(rates.length).toBeGreaterThan(4));

  it.each(rates.map((r) => [`${r.form.at}.${r.name}`, r] as const))("%s", async (_at, r) => {
    const { fields } = r.form;
    const rate = typedRates(fields).find(([name]) => name === r.name)?.[2];
    if (!rate) throw new Error("no rate");
    const values = (value: string, why?: string): RuleValues => ({
      [r.name]: value,
      [rate.of]: "USD",
      ...(rate.into && { [rate.into]: "CNY" }),
      ...(rate.on && { [rate.on]: `${today()} 10:00:00` }),
      ...(rate.against && { [rate.against]: "7" }),
      ...(rate.when && { [rate.when[0]]: rate.when[1] }),
      ...(why && { [rate.why]: why }),
    });
    const may = { permissions: new Set(["finance_rate_over"]) };
    const check = (row: RuleValues, who = {}, more: Partial<RuleContext> = {}) =>
      db.tx(async (sql) => {
        await checkRates({ ...actAs(sql, who), ...more }, { fields }, row);
        return "good";
      });
    expect(await check(values("7.1"))).toBe("good");
    const asked = `相差3.00%，确定使用吗？`;
    await expect(check(values("7.21"))).rejects.toThrow(asked);
    expect(await check(values("7.21"), {}, { confirmed: true })).toBe("good");
    await expect(check(values("6.3", "银行牌价"))).rejects.toThrow("需要“使用偏差汇率”的权限");
    await expect(check(values("6.3"), may)).rejects.toThrow(/相差10.00%，请填写/);
    expect(await check(values("6.3", "银行牌价"), may)).toBe("good");
    for (const wild of ["1", "9.1", "70"])
      await expect(check(values(wild, "银行牌价"), may)).rejects.toThrow("达到30%不能使用");
  });

  it("is held against what the parameters say", async () => {
    await db.query("update sys_param set value = '50' where param_key = 'rate_refuse_percent'");
    const fields = documents.find((d) => d.name === "payment_request")?.fields ?? {};
    const row = { payRate: "10", payCurrency: "USD", currency: "CNY", payRateReason: "牌价" };
    const who = { permissions: new Set(["finance_rate_over"]) };
    await db.tx((sql) => checkRates(actAs(sql, who), { fields }, row));
  });
});
