import { invalid } from "#backend/platform/http";
import { threadOf, Unread } from "#backend/platform/threads/thread";

const ask = threadOf<string, string>({
  program: "backend/engine/notices/sanitize-program.mjs",
  memoryMb: 128,
  deadlineMs: 10_000,
});

const REFUSED = "正文内容无法处理，请简化后再保存";

/**
 * Rich text as it may be stored and shown (market.md §14.8): structure and emphasis, links to
 * http, https, mailto and own addresses, pictures that were uploaded here or are small.
 * @throws Refusal 400 for what takes too long to be made harmless
 */
export async function sanitizeContent(html: string): Promise<string> {
  try {
    const [text = ""] = await ask(html);
    return text;
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    throw invalid(REFUSED, { content: REFUSED });
  }
}

/** Has the text something to read or see? */
export const hasContent = (html: string): boolean =>
  /<img /.test(html) || /[^\s\u00a0\u200b]/.test(html.replace(/<[^>]*>|&nbsp;/g, ""));

/** Names of uploaded files that the text shows. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/api\/download\/(?:[\w.-]+\/)?([\w-]+\.\w+)/g)].map((m) => m[1]!)),
];
