import type { ReactNode } from "react";
import { cx } from "../cx";

export type AlertTone = "info" | "success" | "warning" | "danger";
const WORDS = { info: "提示", success: "成功", warning: "注意", danger: "错误" };

export interface AlertProps {
  tone?: AlertTone;
  title?: ReactNode;
  /** The page without the band. */
  closeHref?: string;
  children?: ReactNode;
}

/** A band that says something about the page: what happened, what is kept, what to do. */
export const Alert = ({ tone = "info", title, closeHref, children }: AlertProps) => (
  <div className={cx("alert", tone !== "info" && tone)} role={tone === "danger" ? "alert" : "status"}>
    <strong className="sr">{WORDS[tone]}：</strong>
    <div>
      {title && <strong>{title} </strong>}
      {children}
    </div>
    {closeHref && (
      <a className="close" href={closeHref} aria-label="关闭">
        ×
      </a>
    )}
  </div>
);
