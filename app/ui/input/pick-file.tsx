import type { InputHTMLAttributes } from "react";
import { MoreStyles } from "../more/more";

/** The browser's file input under a button in Chinese, whatever the browser's language. */
export const PickFile = (props: Omit<InputHTMLAttributes<HTMLInputElement>, "type">) => (
  <span className="pick-file">
    <MoreStyles />
    <input type="file" {...props} />
  </span>
);
