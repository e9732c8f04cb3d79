import { dataUpTo } from "#backend/domain/intake/status/matrix";
import { rules } from "#backend/engine/documents";
import {
  profitAsin,
  profitGroup,
  profitMonth,
  profitMsku,
  profitParent,
  profitSku,
  profitStore,
} from "#documents/cockpit/profit";
import { profitEntry, profitOrder } from "#documents/cockpit/profit-entry";
import { profitEntries } from "./entries";
import { LEVELS, profitOrders, profitRows } from "./rows";

/** These filters say which facts rows are made of: they are looked at where the rows are made. */
const elsewhere = () => ({ sql: "true", values: [] });
const ofFacts = { storeId: elsewhere, groupId: elsewhere };
/** What a figure leads by is meant whole: A-US is not A-US-M, whose figures are others. */
const whole = (column: string) => (value: string) => ({ sql: `t.${column} = ?`, values: [value] });
/** Goods that are typed may be begun only; a code that is one is meant whole. */
const goods = (value: string) => ({
  sql: `case when exists (select 1 from sku s where s.tenant_id = t.tenant_id and s.sku_code = ?)
    then t.sku_code = ? else starts_with(lower(t.sku_code), lower(?)) end`,
  values: [value, value, value],
});

/** 利润报表 (figures.md D.4): rows depend on the days that are asked for and on who asks. */
export const profitRuleSet = [
  rules(profitMsku, {
    overview: dataUpTo,
    filters: { groupId: elsewhere, spread: elsewhere, skuCode: goods },
    from: (query, bind, caller) => profitRows(LEVELS.msku, query, bind, caller),
  }),
  rules(profitSku, {
    overview: dataUpTo,
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.sku, query, bind, caller),
  }),
  rules(profitAsin, {
    overview: dataUpTo,
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.asin, query, bind, caller),
  }),
  rules(profitParent, {
    overview: dataUpTo,
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.parent, query, bind, caller),
  }),
  rules(profitStore, {
    overview: dataUpTo,
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.store, query, bind, caller),
  }),
  rules(profitGroup, {
    overview: dataUpTo,
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.group, query, bind, caller),
  }),
  rules(profitMonth, {
    overview: dataUpTo,
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.month, query, bind, caller),
  }),
  rules(profitOrder, { filters: { groupId: elsewhere }, from: profitOrders }),
  rules(profitEntry, {
    filters: { groupId: elsewhere, msku: whole("msku"), orderNo: whole("order_no") },
    from: profitEntries,
  }),
];
