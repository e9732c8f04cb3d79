import { type SaidReport, settlementText } from "../figures.testing";

/** The text of a settlement of two weeks of August in dollars, which takes 39.99. */
export const fortnightText = (no: string, lines: SaidReport["lines"]): string =>
  settlementText({
    no,
    currency: "USD",
    start: "2026-08-01",
    end: "2026-08-14",
    deposit: "2026-08-16",
    total: "-39.99",
    marketplace: "Amazon.com",
    lines,
  });
