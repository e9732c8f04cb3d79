const escaped: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Text as it stands in an element or in a quoted attribute: for HTML that is put together as text. */
export const escapeHtml = (raw: string): string =>
  /[&<>"']/.test(raw) ? raw.replace(/[&<>"']/g, (c) => escaped[c]!) : raw;
