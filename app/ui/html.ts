const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Text as it stands in an element or in a quoted attribute: for HTML that is put together as text. */
export const escapeHtml = (raw: string): string =>
  /[&<>"']/.test(raw) ? raw.replace(/[&<>"']/g, (c) => escaped[c]!) : raw;

/** Attributes as they stand in a tag; those without a value are left out, `true` stands alone. */
export function attributes(values: Readonly<Record<string, string | number | boolean | null | undefined>>): string {
  let text = "";
  for (const name in values) {
    const value = values[name];
    if (value === undefined || value === null || value === false) continue;
    text += value === true ? ` ${name}=""` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return text;
}
