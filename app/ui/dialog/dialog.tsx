import type { ReactNode } from "react";
import { cx } from "../cx";
import { MoreStyles } from "../more/more";

export interface DialogProps {
  title: string;
  /** The page without the dialog: the close link, Escape and the backdrop lead there. */
  closeHref: string;
  /** Width on wide screens: 50 % unless said. "wide" is 1000 px; "drawer" stands at the right edge. */
  size?: "half" | "wide" | "small" | "drawer";
  /** Its own buttons; a form inside usually brings its footer. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog that is a state of the URL: the server renders it open, in front of the page. Script makes
 * it modal (focus stays inside, Escape closes, focus returns).
 */
export function Dialog({ title, closeHref, size = "half", footer, children }: DialogProps) {
  return (
    <dialog
      open
      className={cx("dialog", size !== "half" && `dialog-${size}`)}
      aria-labelledby="dialog-title"
      data-modal=""
    >
      <MoreStyles />
      <header>
        <h2 id="dialog-title">{title}</h2>
      </header>
      <div className="body">{children}</div>
      {footer && <footer className="foot">{footer}</footer>}
      {/* Last, so that an error summary inside takes the focus first; both do so without script. */}
      {/* biome-ignore lint/a11y/noAutofocus: who opens a dialog continues inside it */}
      <a className="close" href={closeHref} aria-label="关闭" autoFocus>
        ×
      </a>
    </dialog>
  );
}

/** A dialog at the right edge of the window. */
export const Drawer = (props: Omit<DialogProps, "size">) => <Dialog {...props} size="drawer" />;

export interface ConfirmDialogProps {
  title?: string;
  /** Names what will happen, and to what. */
  children: ReactNode;
  closeHref: string;
  /** Where the answer is posted, with these names and values. */
  action: string;
  fields: Record<string, string>;
  confirmLabel?: string;
  /** The act destroys something. */
  danger?: boolean;
}

/** Asks before something is done: a small dialog whose button posts. Works without script. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title = "提示", children, closeHref, action, fields, confirmLabel = "确定", danger } = props;
  return (
    <Dialog title={title} size="small" closeHref={closeHref}>
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p className="ask">{children}</p>
        <div className="foot">
          <a className="btn" href={closeHref}>
            取消
          </a>
          <button type="submit" className={danger ? "btn btn-danger" : "btn btn-primary"}>
            {confirmLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
