import { picturesIn, sanitizeContent } from "#backend/engine/notices/sanitize";

const ENTITIES: Readonly<Record<string, string>> = { nbsp: " ", lt: "<", gt: ">", quot: '"', amp: "&" };

/** The words of a rich text, a line for each paragraph. */
export const plainOf = (html: string): string =>
  html
    .replace(/<(?:br|hr|\/p|\/li|\/h[1-6]|\/tr|\/blockquote|\/pre)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(nbsp|lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code) % 0x110000))
    .replace(/\n{3,}/g, "\n\n")
    .trim();

export { picturesIn, sanitizeContent };
