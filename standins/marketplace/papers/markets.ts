/** How the files of a marketplace are written. */
export interface PaperForm {
  name: string;
  charset: "utf-8" | "windows-1252" | "shift_jis";
  comma: boolean;
  /** An ISO time as a day and as a time of that day. */
  day(iso: string): string;
  /** Prices have the tax in them, and fees are taken of both. */
  withTax: boolean;
}

const parts = (iso: string) => new Date(iso).toISOString().slice(0, 10).split("-");
const dashes = (iso: string) => parts(iso).join("-");
const dots = (iso: string) => parts(iso).reverse().join(".");
const slashes = (iso: string) => parts(iso).join("/");

const american = (name: string): PaperForm => ({ name, charset: "utf-8", comma: false, day: dashes, withTax: false });
const european = (name: string, comma = true): PaperForm => ({
  name,
  charset: "windows-1252",
  comma,
  day: dots,
  withTax: true,
});

const FORMS = new Map<string, PaperForm>([
  ["ATVPDKIKX0DER", american("Amazon.com")],
  ["A2EUQ1WTGCTBG2", american("Amazon.ca")],
  ["A1AM78C64UM0Y8", american("Amazon.com.mx")],
  ["A1F83G8C2ARO7P", european("Amazon.co.uk", false)],
  ["A1PA6795UKMFR9", european("Amazon.de")],
  ["A13V1IB3VIYZZH", european("Amazon.fr")],
  ["APJ6JRA9NG5V4", european("Amazon.it")],
  ["A1RKKUPIHCS9HS", european("Amazon.es")],
  ["A1VC38T7YXB528", { name: "Amazon.co.jp", charset: "shift_jis", comma: false, day: slashes, withTax: true }],
]);

/** The form of a marketplace; one that nobody knows writes as that of the United States. */
export const formOf = (marketplaceId: string): PaperForm => FORMS.get(marketplaceId) ?? american("Amazon.com");

/** Decimals of a currency. */
export const decimalsOf = (currency: string): number => (currency === "JPY" ? 0 : 2);

/** Whole smallest units of an amount in text. */
export const minorOf = (amount: string | undefined, currency: string): number =>
  Math.round(Number(amount ?? 0) * 10 ** decimalsOf(currency));

/** Smallest units as text. */
export function amountOf(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return `${minor < 0 ? "-" : ""}${whole}${decimals ? `.${digits.slice(-decimals)}` : ""}`;
}
