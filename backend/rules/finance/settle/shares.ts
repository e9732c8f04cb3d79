import { dec, round, sum } from "../../../values/money";

/** A line of a request as it is settled. */
export interface Share {
  id: string;
  amount: string | null;
  settledAmount: string;
}

/**
 * What each line gets when `upTo` of a request is settled altogether (supply.md 6.0): by line amount,
 * cumulatively, the last line the remainder; a fully settled request settles every line exactly. Lines
 * have less in return for what they settled before.
 */
export function sharesOf(lines: readonly Share[], upTo: string, scale: number): string[] {
  const total = dec(sum(lines.map((l) => l.amount)));
  const targets = lines.map((l) =>
    round(total.eq(0) ? 0 : dec(l.amount).times(dec(upTo)).div(total), scale),
  );
  const others = sum(targets.slice(0, -1));
  return lines.map((l, i) =>
    dec(i === lines.length - 1 ? dec(upTo).minus(others) : targets[i])
      .minus(l.settledAmount)
      .toFixed(2),
  );
}
