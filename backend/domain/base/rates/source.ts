import { z } from "zod";
import { readBody } from "#backend/engine/connect/body";
import { addressFault, privateOpen, standInsUrl } from "#backend/engine/connect/connector";
import { dial } from "#backend/engine/connect/dial";
import { Later, Refused } from "#backend/engine/connect/words";
import { dec, round } from "#backend/platform/values";

/** Where the European Central Bank publishes its reference rates. */
const PUBLISHED_AT = "https://www.ecb.europa.eu/stats/eurofxref";
const SECONDS = 20;
/** The 90-day file has some 100 KB. */
const MOST_BYTES = 2_000_000;
const SCALE = 8;

/** Currencies that it publishes, and its own; others are typed by hand. */
export const RATE_CURRENCIES: readonly string[] =
  "EUR USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR".split(
    " ",
  );

const unitsRow = z.object({
  day: z.iso.date(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  units: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/),
});

/** Units per EUR of each day, by currency. */
export type RateTable = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A day or a currency's rate of it, in either kind of quotes. */
const CUBE =
  /<Cube\s{1,20}(?:time\s?=\s?["']([^"'<>]{1,40})["']|currency\s?=\s?["']([^"'<>]{1,40})["']\s{1,20}rate\s?=\s?["']([^"'<>]{1,40})["'])/g;

/**
 * What a file of reference rates says. What is no rate of a currency on a day is left out.
 * @throws Later when it says none at all
 */
export function rateTable(text: string): RateTable {
  const days = new Map<string, Map<string, string>>();
  let day: string | undefined;
  for (const [, time, currency, units] of text.matchAll(CUBE)) {
    if (time) {
      day = time;
      continue;
    }
    const found = unitsRow.safeParse({ day, currency, units });
    if (!found.success || !dec(found.data.units).gt(0)) continue;
    const row = days.get(found.data.day) ?? new Map<string, string>();
    days.set(found.data.day, row.set(found.data.currency, found.data.units));
  }
  if (![...days.values()].some((units) => units.has("CNY"))) throw new Later("欧洲央行的回答无法解析");
  return days;
}

/** CNY per unit of a currency on a day; undefined where it was not published. */
export function publishedRate(table: RateTable, day: string, currency: string): string | undefined {
  const units = table.get(day);
  const cny = units?.get("CNY");
  const of = currency === "EUR" ? "1" : units?.get(currency);
  return cny && of ? round(dec(cny).div(dec(of)), SCALE) : undefined;
}

/** Where the files are, and whether that may be anywhere. @throws Refused when it may not be called */
function placeOf(configured: string | undefined): { base: string; anywhere: boolean } {
  const standIns = standInsUrl();
  if (!configured && standIns) return { base: `${standIns}/rates/stats/eurofxref`, anywhere: true };
  const base = (configured ?? PUBLISHED_AT).replace(/\/$/, "");
  const fault = addressFault(base);
  if (fault) throw new Refused(`RATES_URL：${fault}`);
  return { base, anywhere: privateOpen() };
}

/**
 * One file of the source: the newest day alone, or 90 days. Never within a transaction.
 * @param configured RATES_URL
 * @throws Later, Refused with the reason in words
 */
export async function askRates(file: "daily" | "hist-90d", configured?: string): Promise<RateTable> {
  const { base, anywhere } = placeOf(configured);
  let text: string;
  try {
    const signal = AbortSignal.timeout(SECONDS * 1000);
    const response = await dial(new URL(`${base}/eurofxref-${file}.xml`), { signal, anywhere });
    text = await readBody(response, MOST_BYTES);
    if (response.status !== 200) throw new Later(`欧洲央行返回${response.status}`);
  } catch (error) {
    if (error instanceof Later || error instanceof Refused) throw error;
    throw new Later("无法连接欧洲央行");
  }
  return rateTable(text);
}
