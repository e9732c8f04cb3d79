import { adCampaign } from "./ad-campaign";
import { adChange } from "./ad-change";
import { adDaypart } from "./ad-daypart";
import { adKeyword } from "./ad-keyword";
import { adPacing } from "./ad-pacing";
import { adPortfolio } from "./ad-portfolio";
import { adRule, adRuleRun } from "./ad-rule";
import { adTerm } from "./ad-term";
import { targetPortfolio } from "./target-portfolio";

/** Declarations of 广告. */
export const advertisementDocuments = [
  adCampaign,
  adKeyword,
  adTerm,
  adChange,
  adRule,
  adRuleRun,
  adDaypart,
  adPacing,
  adPortfolio,
  targetPortfolio,
] as const;
