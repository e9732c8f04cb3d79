import { rules } from "#backend/engine/documents";
import { snake } from "#backend/engine/documents/names";
import type { Rules } from "#backend/engine/documents/rules";
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
import type { DocumentType } from "#documents/kit";
import { profitEntries } from "./entries";
import { isLate } from "./facts";
import { profitHead } from "./head";
import { LEVELS } from "./levels";
import { ORDER_LINK, type ProfitRows, profitOrderParts, profitOrders, profitRows } from "./rows";

/** These filters say which facts rows are made of: they are looked at where the rows are made. */
export const elsewhere = () => ({ sql: "true", values: [] });
const ofEntries = { groupId: elsewhere, phase: elsewhere, late: elsewhere, versus: elsewhere };
const ofFacts = { ...ofEntries, storeId: elsewhere };
/** What a figure leads by is meant whole: A-US is not A-US-M, whose figures are others. */
const whole = (column: string) => (value: string) => ({ sql: `t.${column} = ?`, values: [value] });
/** Goods that are typed may be begun only; a code that is one is meant whole. */
const goods = (value: string) => ({
  sql: `case when exists (select 1 from sku s where s.tenant_id = t.tenant_id and s.sku_code = ?)
    then t.sku_code = ? else starts_with(lower(t.sku_code), lower(?)) end`,
  values: [value, value, value],
});

/** What is shared is rounded by itself: of a net that is shared whole nothing is left, not even half a cent. */
const SPREAD_SHOWN = "round(round(t.net_profit, 2) + t.spread_profit - t.net_profit, 2)";

/** Amounts are shown with 2 decimals; their sums are exact and rounded once (figures.md E). */
export const shownOf = (document: DocumentType) =>
  Object.fromEntries(
    Object.entries(document.fields).flatMap(([name, f]) =>
      f.kind === "money" && typeof f.column === "object" && f.column.summary === "sum"
        ? [[name, name === "spreadProfit" ? SPREAD_SHOWN : `round(t.${snake(name)}, 2)`]]
        : [],
    ),
  );

/** What the list of a level does. */
function levelOf(document: DocumentType, level: ProfitRows, filters: Rules["filters"] = ofFacts) {
  const list = {
    filters,
    expressions: { ...shownOf(document), ...level.shown },
    from: (...[query, bind, caller]: Parameters<NonNullable<Rules["from"]>>) => profitRows(level, query, bind, caller),
  };
  return { ...list, overview: profitHead(document, list, level) };
}

/** 利润报表 (figures.md D.4): rows depend on the days that are asked for and on who asks. */
export const profitRuleSet = [
  rules(profitMsku, levelOf(profitMsku, LEVELS.msku, { ...ofEntries, spread: elsewhere, skuCode: goods })),
  rules(profitSku, levelOf(profitSku, LEVELS.sku)),
  rules(profitAsin, levelOf(profitAsin, LEVELS.asin)),
  rules(profitParent, levelOf(profitParent, LEVELS.parent)),
  rules(profitStore, levelOf(profitStore, LEVELS.store)),
  rules(profitGroup, levelOf(profitGroup, LEVELS.group)),
  rules(profitMonth, levelOf(profitMonth, LEVELS.month)),
  rules(profitOrder, {
    filters: { groupId: elsewhere },
    expressions: { ...shownOf(profitOrder), ...ORDER_LINK },
    from: profitOrders,
    many: { keys: ["store_id", "order_no"], unsummed: profitOrderParts },
  }),
  rules(profitEntry, {
    filters: {
      groupId: elsewhere,
      late: () => ({ sql: `(${isLate("t")}) is not true`, values: [] }),
      msku: whole("msku"),
      orderNo: whole("order_no"),
    },
    expressions: shownOf(profitEntry),
    from: profitEntries,
  }),
];
