import { portfolioRules } from "./ad-portfolio";
import { budgetRules } from "./target-portfolio/target-portfolio";

/** What documents of this module do. */
export const advertisementRuleSet = [portfolioRules, budgetRules];
