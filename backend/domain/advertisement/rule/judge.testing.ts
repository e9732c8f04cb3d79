import type { AdMeasured } from "./judge";

/** What is known of a keyword that sells. */
export const measured = (more: Partial<AdMeasured> = {}): AdMeasured => ({
  impressions: "1000",
  clicks: "20",
  spend: "12.00",
  sales: "60.00",
  conversions: "4",
  acos: "20.00",
  cpc: "0.6000",
  ctr: "2.00",
  cvr: "20.00",
  value: "1.00",
  idleDays: "2",
  ...more,
});
