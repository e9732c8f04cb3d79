import { invalidAt } from "#backend/platform/http";
import { currencyOf, dec } from "#backend/platform/values";
import type { DocumentType, Field } from "#documents/kit";
import { once } from "#documents/kit/once";
import { givenLines, savedLines } from "../rows";
import type { DocumentRuleRow, RuleContext, RuleValues } from "../rules";

/** One entered amount. */
interface Entered {
  path: string;
  value: string;
  currency: string;
}

const text = (v: unknown) => (v === null || v === undefined ? "" : String(v));
const equal = (a: string, b: string) => a === b || (!!a && !!b && dec(a).eq(b));

/** Amounts that are bound to a currency. A price of one piece is a decimal: it has four decimals in every currency. */
const boundFields = once((fields: Record<string, Field>) =>
  Object.entries(fields).flatMap(([name, f]) =>
    f.kind === "money" && f.currency && !f.computed ? [[name, f, f.currency] as const] : [],
  ),
);

/** Amounts of one row that are bound to a currency and that this save sets anew. */
function enteredOf(
  fields: Record<string, Field>,
  prefix: string,
  row: RuleValues,
  was: RuleValues | undefined,
): Entered[] {
  return boundFields(fields).flatMap(([name, f, of]) => {
    const [value, currency] = [text(row[name]), text(row[of])];
    const stood = currency === text(was?.[of]) && equal(value, text(was?.[name]));
    const proposed = !!f.startsAs && equal(value, text(row[f.startsAs]));
    return value && !stood && !proposed ? [{ path: `${prefix}${name}`, value, currency }] : [];
  });
}

function allEntered(
  { fields, lines }: Pick<DocumentType, "fields" | "lines">,
  next: RuleValues,
  before?: DocumentRuleRow,
): Entered[] {
  const whole: RuleValues = { ...before, ...next };
  const found = enteredOf(fields, "", whole, before);
  for (const [name, l] of Object.entries(lines ?? {})) {
    const saved = savedLines(before, name);
    (givenLines(next, name) ?? saved).forEach((line, i) => {
      const was = saved.find((o) => o.id === String(line.id));
      const old = was && { ...before, ...was };
      found.push(...enteredOf(l.fields, `${name}.${i}.`, { ...whole, ...line }, old));
    });
  }
  return found;
}

/**
 * Refuses decimals in amounts that people enter in a currency that has none (supply.md 0.7). What stood
 * there before, or is worked out of a price with tax, keeps the decimals that it has.
 * @throws Refusal 400 naming the first field
 */
export async function checkDecimals(
  c: RuleContext,
  form: Pick<DocumentType, "fields" | "lines">,
  next: RuleValues,
  before?: DocumentRuleRow,
): Promise<void> {
  const broken = allEntered(form, next, before).filter((e) => !dec(e.value).round(0).eq(e.value));
  for (const currency of new Set(broken.map((e) => e.currency))) {
    const { label, scale } = await currencyOf(c, currency);
    const first = broken.find((e) => e.currency === currency);
    if (first && scale === 0) throw invalidAt(first.path, `${label}金额不能有小数`);
  }
}
