import { exchangeRate } from "#documents/base/exchange-rate";
import { lockAdvisory } from "../../db/advisory";
import { rules } from "../../documents/written";
import { invalid } from "../../http/refusal";

/** 汇率 (supply.md C.1): one row per currency and date. */
export const exchangeRateRules = rules(exchangeRate, {
  async beforeSave({ sql, tenantId }, next, before) {
    const currency = next.currency ?? before?.currency;
    const date = next.effectiveDate ?? before?.effectiveDate;
    await lockAdvisory(sql, "exchangeRate", currency ?? "");
    const other = await sql.one(
      `select 1 from exchange_rate where tenant_id = $1 and currency = $2 and effective_date = $3
         and del_flag = 0 and id is distinct from $4`,
      [tenantId, currency, date, before?.id ?? null],
    );
    if (other) throw invalid("该币种当日已有汇率", { effectiveDate: "该币种当日已有汇率" });
  },
});
