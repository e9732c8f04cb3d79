import type { ReactNode } from "react";
import { Dialog } from "./dialog";

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
  const {
    title = "提示",
    children,
    closeHref,
    action,
    fields,
    confirmLabel = "确定",
    danger,
  } = props;
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
