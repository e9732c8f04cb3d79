const DIGITS = "零壹贰叁肆伍陆柒捌玖";
const UNITS = ["", "拾", "佰", "仟"];

/** 0 to 9999; a run of zeros between digits is one 零. */
function section(n: bigint): string {
  let text = "";
  let gap = false;
  for (let i = 3; i >= 0; i--) {
    const digit = Number((n / 10n ** BigInt(i)) % 10n);
    if (!digit) gap ||= text !== "";
    else {
      text += `${gap ? "零" : ""}${DIGITS[digit]}${UNITS[i]}`;
      gap = false;
    }
  }
  return text;
}

function whole(n: bigint): string {
  for (const [size, name] of [
    [100_000_000n, "亿"],
    [10_000n, "万"],
  ] as const) {
    if (n < size) continue;
    const rest = n % size;
    const gap = rest > 0n && rest < size / 10n ? "零" : "";
    return `${whole(n / size)}${name}${gap}${rest ? whole(rest) : ""}`;
  }
  return section(n);
}

/**
 * An amount in the capitals of contracts and receipts (supply.md C.4): 1004.50 → 壹仟零肆元伍角整.
 * @param amount exact decimal with up to two decimals
 */
export function capitals(amount: string): string {
  const [, sign, yuan = "0", cents = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?\d*$/.exec(amount) ?? [];
  if (sign === undefined) throw new Error(`no amount: ${amount}`);
  const n = BigInt(yuan);
  const [jiao = 0, fen = 0] = [...cents.padEnd(2, "0")].map(Number);
  const gap = n > 0n && !jiao && fen ? "零" : "";
  const tail = `${jiao ? `${DIGITS[jiao]}角` : gap}${fen ? `${DIGITS[fen]}分` : "整"}`;
  const head = n > 0n ? `${whole(n)}元` : jiao || fen ? "" : "零元";
  return `${sign ? "负" : ""}${head}${tail}`;
}

/** What a typed rate is held against, by fields of its row or of what is asked beside it. */
export interface TypedRate {
  /** The currency of which it says what one unit is worth. */
  of: string;
  /** The currency in which it says so; CNY unless given. */
  into?: string;
  /** The day, or time, whose rate it is held against; today unless given. */
  on?: string;
  /** Another rate of the row that it is held against instead of the table. */
  against?: string;
  /** Where people say why it is another one. */
  why: string;
  /** Typed only where this field has this value; elsewhere it is copied. */
  when?: readonly [field: string, value: string];
}
