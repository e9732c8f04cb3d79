import { targetPortfolio } from "#documents/advertisement/target-portfolio";
import { rulesOf } from "../../documents/lifecycle/legacy";
import { budgetRules } from "./target-portfolio/target-portfolio";

/** What documents of this module do. */
export const advertisementRuleSet = [rulesOf(targetPortfolio, budgetRules)];
