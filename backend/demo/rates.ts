// market.md 13: CNY per unit
export const RATES: Record<string, number> = {
  USD: 7.15,
  EUR: 8.1,
  GBP: 9.4,
  JPY: 0.048,
  CAD: 5.25,
  MXN: 0.39,
  AUD: 4.7,
  AED: 1.95,
  HKD: 0.915,
};
