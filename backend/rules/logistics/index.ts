import type { Rules } from "../../documents/rules";

/** What documents of this module do. */
export const logisticsRuleSet: (Rules & { document: string })[] = [];
