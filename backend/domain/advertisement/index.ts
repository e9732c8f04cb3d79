import { rules } from "#backend/engine/documents";
import { AD_DAYS, adListOf } from "#backend/engine/documents/tables/ad-views";
import { adCampaign } from "#documents/advertisement/ad-campaign";
import { adKeyword } from "#documents/advertisement/ad-keyword";
import { adTerm } from "#documents/advertisement/ad-term";
import type { ListQuery } from "#documents/kit";
import { portfolioRules } from "./ad-portfolio";
import { adChangeRules } from "./change/change";
import { adDaypartRules } from "./daypart/daypart";
import { adPacingRules } from "./pacing/pacing";
import { adRuleRules, adRuleRunRules } from "./rule/rule";
import { budgetRules } from "./target-portfolio/target-portfolio";

const DAYS: Readonly<Record<string, number>> = { d7: 7, d14: 14, d30: 30, d60: 60 };

/** A list whose figures are of the days that are asked for. */
const ofDays = (name: keyof typeof adListOf) => ({
  filters: { days: () => ({ sql: "true", values: [] }) },
  from: ({ days }: ListQuery) => `(${adListOf[name](String(DAYS[String(days)] ?? AD_DAYS))})`,
});

/** What documents of this module do. */
export const advertisementRuleSet = [
  rules(adCampaign, ofDays("ad_campaign_list")),
  rules(adKeyword, ofDays("ad_keyword_list")),
  rules(adTerm, ofDays("ad_term_list")),
  adChangeRules,
  adRuleRules,
  adRuleRunRules,
  adDaypartRules,
  adPacingRules,
  portfolioRules,
  budgetRules,
];
