import { articleRules } from "./article";
import { categoryRules } from "./category";

/** What documents of this module do. */
export const knowledgeRuleSet = [articleRules, categoryRules];
