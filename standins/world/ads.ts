/** A campaign of an advertising account, with what it advertises and bids on. */
export interface AdCampaign {
  profile: string;
  currency: string;
  id: string;
  name: string;
  product: "SP" | "SB" | "SD";
  state: "ENABLED" | "PAUSED" | "ARCHIVED";
  budget: string;
  adGroupId: string;
  skus: { sku: string; asin?: string }[];
  keywords: AdWord[];
  /** What it bids on that is no keyword. */
  targets?: AdTarget[];
  /** What it does not want to be found by. */
  negatives?: AdNegative[];
}

type AdState = "ENABLED" | "PAUSED" | "ARCHIVED";

export interface AdWord {
  id: string;
  text: string;
  match: "BROAD" | "PHRASE" | "EXACT";
  bid: string;
  state?: AdState;
}

/** A part of what a target says. */
interface AdPart {
  type: string;
  value?: string;
}

export interface AdTarget {
  id: string;
  expression: AdPart[];
  /** The same with names in place of numbers of categories and brands. */
  resolved?: AdPart[];
  /** None: the bid of its ad group. */
  bid?: string;
  state?: AdState;
}

export interface AdNegative {
  id: string;
  text: string;
  match: "NEGATIVE_EXACT" | "NEGATIVE_PHRASE";
  state: AdState;
}

/** What is counted of a day; money in the currency's hundredths. */
export interface AdCounted {
  impressions: number;
  clicks: number;
  cost: number;
  purchases: number;
  sales: number;
  units: number;
}

/** What a day is to be: of a product, of a keyword, of a target, or of the campaign, whatever its products are. */
export interface AdSaid {
  campaignId: string;
  day: string;
  sku?: string;
  keywordId?: string;
  targetId?: string;
  counted: AdCounted;
}

/** Figures of days that are told otherwise than at first. */
export interface AdRestated {
  profile: string;
  from: string;
  till: string;
  factor: number;
}

/** A report that was asked for. */
export interface AdReportAsked {
  profile: string;
  /** What was asked, in words that are the same for the same. */
  key: string;
  type: string;
  start: string;
  end: string;
  columns: string[];
  created: string;
  /** How often it was looked at. */
  looked: number;
  failed?: boolean;
}

/** How reports of an account are answered; numbers count down. */
export interface AdMood {
  throttle?: number;
  retryAfter?: number;
  /** Reports that cannot be made. */
  failed?: number;
  /** Downloads that are no gzip any more, that break off. */
  corrupt?: number;
  truncate?: number;
  /** So many of the newest days are missing in every report. */
  missingDays?: number;
  /** Times that a report is looked at before it is there; 2. */
  slow?: number;
  /** How long an address of a document is good; 300. */
  linkSeconds?: number;
  /** So many of the next changes are refused, each by itself. */
  partial?: number;
}

export interface AdWorld {
  campaigns: AdCampaign[];
  said: AdSaid[];
  restated: AdRestated[];
  reports: Record<string, AdReportAsked>;
  moods: Record<string, AdMood>;
}
