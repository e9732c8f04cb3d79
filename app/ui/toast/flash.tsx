import { Alert } from "../alert/alert";

/** One sentence and how it is meant. */
export interface Flash {
  tone: "success" | "warning" | "danger" | "info";
  text: string;
  /** What it is about, and where that is. */
  link?: { text: string; href: string };
}

/**
 * The sentence that the last action left: it stays in view wherever the page is scrolled, is read
 * aloud, and never goes away before it is read. `closeHref`: the page without it.
 */
export function FlashBand({ flash, closeHref }: { flash: Flash | null; closeHref?: string }) {
  if (!flash) return null;
  const { tone, text, link } = flash;
  return (
    <div className="toast" data-flash={tone} aria-live="polite">
      <Alert tone={tone} closeHref={closeHref}>
        {text}
        {link && (
          <>
            ：<a href={link.href}>{link.text}</a>
          </>
        )}
      </Alert>
    </div>
  );
}
