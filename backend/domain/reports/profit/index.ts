import { rules } from "#backend/engine/documents";
import { profitAsin, profitGroup, profitMonth, profitMsku, profitSku, profitStore } from "#documents/cockpit/profit";
import { profitEntry, profitOrder } from "#documents/cockpit/profit-entry";
import { profitEntries } from "./entries";
import { LEVELS, profitOrders, profitRows } from "./rows";

/** These filters say which facts rows are made of: they are looked at where the rows are made. */
const elsewhere = () => ({ sql: "true", values: [] });
const ofFacts = { storeId: elsewhere, groupId: elsewhere };

/** 利润报表 (figures.md D.4): rows depend on the days that are asked for and on who asks. */
export const profitRuleSet = [
  rules(profitMsku, {
    filters: { groupId: elsewhere },
    from: (query, bind, caller) => profitRows(LEVELS.msku, query, bind, caller),
  }),
  rules(profitSku, { filters: ofFacts, from: (query, bind, caller) => profitRows(LEVELS.sku, query, bind, caller) }),
  rules(profitAsin, { filters: ofFacts, from: (query, bind, caller) => profitRows(LEVELS.asin, query, bind, caller) }),
  rules(profitStore, {
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.store, query, bind, caller),
  }),
  rules(profitGroup, {
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.group, query, bind, caller),
  }),
  rules(profitMonth, {
    filters: ofFacts,
    from: (query, bind, caller) => profitRows(LEVELS.month, query, bind, caller),
  }),
  rules(profitOrder, { filters: { groupId: elsewhere }, from: profitOrders }),
  rules(profitEntry, { filters: { groupId: elsewhere }, from: profitEntries }),
];
