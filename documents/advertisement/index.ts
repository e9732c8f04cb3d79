import { adKeyword } from "./ad-keyword";
import { adPortfolio } from "./ad-portfolio";
import { targetPortfolio } from "./target-portfolio";

/** Declarations of 广告. */
export const advertisementDocuments = [adPortfolio, adKeyword, targetPortfolio] as const;
