import { Alert } from "../alert/alert";

/** One sentence and how it is meant. */
export interface Flash {
  tone: "success" | "warning" | "danger" | "info";
  text: string;
  /** What it is about, and where that is. */
  link?: { text: string; href: string };
  /** What was done to which rows, where it can be taken back: posted to this address. */
  undo?: { action: string; name: string; rows: readonly string[]; key: string };
}

interface UndoProps {
  undo: NonNullable<Flash["undo"]>;
  /** The page that it is said on. */
  back?: string;
  label?: string;
}

/** Takes back what was done. With script it is there for ten seconds, without it until the next page. */
export function Undo({ undo, back, label = "撤销" }: UndoProps) {
  return (
    <form method="post" action={undo.action} className="undo">
      <input type="hidden" name="_undo" value={undo.name} />
      {undo.rows.map((row) => (
        <input key={row} type="hidden" name="_id" value={row} />
      ))}
      <input type="hidden" name="_key" value={undo.key} />
      <input type="hidden" name="_back" value={back} />
      <button type="submit" className="link">
        {label}
      </button>
    </form>
  );
}

/**
 * The sentence that the last action left: it stays in view wherever the page is scrolled, is read
 * aloud, and never goes away before it is read. `closeHref`: the page without it.
 */
export function FlashBand({ flash, closeHref }: { flash: Flash | null; closeHref?: string }) {
  if (!flash) return null;
  const { tone, text, link, undo } = flash;
  return (
    <div className="toast" data-flash={tone} aria-live="polite">
      <Alert tone={tone} closeHref={closeHref}>
        {text}
        {link && (
          <>
            ：<a href={link.href}>{link.text}</a>
          </>
        )}
        {undo && <Undo undo={undo} back={closeHref} />}
      </Alert>
    </div>
  );
}
