import type { Settlement } from "../../world/settlement";
import type { World } from "../../world/world";
import { amountOf } from "./markets";
import { totalOf } from "./settlement-file";

/** Sums of lines by something that is said of them, as text. */
function sumsBy({ lines, currency }: Settlement, keyOf: (line: Settlement["lines"][number]) => string) {
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0) + line.amount);
  return Object.fromEntries([...sums].map(([key, minor]) => [key, amountOf(minor, currency)]));
}

/** The truth of every settlement, whatever its reports say. */
export const settlementsTold = (world: World) =>
  world.settlements.map((one) => ({
    settlementId: one.id,
    account: one.account,
    currency: one.currency,
    marketplaceId: one.marketplaceId,
    start: one.start,
    end: one.end,
    deposit: one.deposit,
    total: amountOf(totalOf(one.lines), one.currency),
    reserve: amountOf(one.reserve, one.currency),
    lines: one.lines.length,
    kinds: sumsBy(one, (line) => line.kind),
    descriptions: sumsBy(one, (line) => `${line.kind}/${line.amountType}/${line.amountDescription}`),
    orders: one.orders,
    refunds: one.refunds,
    reports: world.settlementReports.filter((r) => r.settlementId === one.id).map((r) => r.reportId),
  }));
