import type { InputHTMLAttributes } from "react";
import { type ControlProps, useControl } from "../field/context";
import { MoreStyles } from "../more/more";

/** The browser's file input under a button in Chinese, whatever the browser's language. */
export const PickFile = (props: Omit<InputHTMLAttributes<HTMLInputElement>, "type">) => (
  <span className="pick-file">
    <MoreStyles />
    <input type="file" {...props} />
  </span>
);

/** One file that travels with its form (`encType="multipart/form-data"`). */
export const FileInput = (props: ControlProps & { accept?: string }) => (
  <PickFile {...useControl(props)} accept={props.accept} />
);
