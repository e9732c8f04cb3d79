import { dec, round, sum } from "#backend/platform/values";

/** A line of a request as it is settled. */
export interface Share {
  id: string;
  amount: string | null;
  settledAmount: string;
}

/**
 * What each line gets when `upTo` of a request is settled altogether (supply.md 6.0): by line amount,
 * cumulatively from line to line, so that roundings never gather on the last one, which takes the
 * remainder; a fully settled request settles every line exactly. Lines have less in return for what they
 * settled before.
 */
export function sharesOf(lines: readonly Share[], upTo: string, scale: number): string[] {
  const total = dec(sum(lines.map((l) => l.amount)));
  let amount = dec(0);
  let before = dec(0);
  return lines.map((l, i) => {
    amount = amount.plus(dec(l.amount));
    const part = total.eq(0) ? dec(0) : dec(upTo).times(amount).div(total);
    const until = i === lines.length - 1 ? dec(upTo) : dec(round(part, scale));
    const share = until.minus(before).minus(l.settledAmount);
    before = until;
    return share.toFixed(2);
  });
}
