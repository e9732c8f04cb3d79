import type { Rules } from "../../documents/rules";
import { freightTemplateRules } from "./freight/template";

/** What documents of this module do. */
export const logisticsRuleSet: (Rules & { document: string })[] = [freightTemplateRules];
