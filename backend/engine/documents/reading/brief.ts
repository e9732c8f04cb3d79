import type { Caller } from "#backend/platform/http";
import { allFields, currencyOf, type DocumentType, readable } from "#documents/kit";
import { snake } from "../names";

/** SQL over `t` of what other pages say of a row; null where nothing is declared, stored or told. */
export interface BriefSql {
  /** Texts; a currency stands also where there is no amount. */
  status: string;
  amount: string;
  currency: string;
  /** A number. */
  qty: string;
  /** Of the day that it is about. */
  date: string;
}

/** State, amount, currency, quantity and day of a document's rows (`glance.brief`), as far as the caller may read them. */
export function briefSql(document: DocumentType, caller: Caller): BriefSql {
  const fields = allFields(document);
  const column = (name: string | undefined, cast: string) => {
    const f = name === undefined ? undefined : fields[name];
    return name && f && !f.virtual && readable(f, caller) ? `t.${snake(name)}::${cast}` : `null::${cast}`;
  };
  const { amount, qty, date } = document.glance?.brief ?? {};
  const money = amount ? fields[amount] : undefined;
  const fixed = money && currencyOf(money, {});
  const named = money && "currency" in money ? money.currency : undefined;
  return {
    status: column(document.status?.field, "text"),
    amount: column(amount, "text"),
    currency: fixed ? `'${fixed}'::text` : column(named, "text"),
    qty: column(qty, "float8"),
    date: column(date, "date"),
  };
}
