/** Longest text that an ordinary input takes. */
export const TEXT_MAX = 500;
/** Room for a phone number of any country with its extension. */
export const PHONE_MAX = 30;

/** Text inputs drop quotes and angle brackets. */
export const cleanText = (value: string) => value.replace(/["'<>]/g, "");

/** Search inputs that take several values: whitespace and commas (Chinese ones too) become single commas, none at the ends. */
export const cleanMulti = (value: string) =>
  cleanText(value)
    .replace(/[\s,，]+/g, ",")
    .replace(/^,|,$/g, "");

/** A typed mobile number without the blanks and hyphens of its groups; nothing else is taken from it. */
export const ungrouped = (value: string) => value.replace(/[\s-]/g, "");

/** Longest text that an input of a number takes, so that a paste is seen whole. */
export const NUMBER_MAX = 40;

/** A number without the commas between its thousands; a comma that stands elsewhere stays. */
export const plainThousands = (value: string) =>
  /^\s*-?\d{1,3}(,\d{3})+(\.\d*)?\s*$/.test(value) ? value.replace(/,/g, "") : value;

/**
 * Keeps what can still become a number of that many integer digits and decimals. With a comma it may mean
 * another one (1,5 is not 15): then only what is in no number goes.
 */
export function cleanNumber(value: string, integers: number, decimals: number): string {
  if (value.includes(",")) return value.replace(/[^\d.,-]/g, "");
  const minus = /^\s*-/.test(value) ? "-" : "";
  const [whole = "", ...rest] = value.replace(/[^\d.]/g, "").split(".");
  const fraction = rest.join("").slice(0, decimals);
  const point = rest.length > 0 && decimals > 0 ? "." : "";
  return minus + whole.slice(0, integers) + point + fraction;
}

/** Why a mobile number is refused, or null. */
export function phoneProblem(value: string): string | null {
  if (!value) return "手机号码不能为空";
  if (/^0\d{2,3}-?\d{7,8}$/.test(value)) return "手机号码格式不正确";
  if (!/^\d{11}$/.test(value)) return "手机号码长度不为11位";
  return /^1/.test(value) ? null : "手机号码格式不正确";
}
