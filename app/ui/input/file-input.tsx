import { type ControlProps, useControl } from "../field/context";

/** One file that travels with its form (`encType="multipart/form-data"`). */
export const FileInput = (props: ControlProps & { accept?: string }) => (
  <input {...useControl(props)} type="file" className="input" accept={props.accept} />
);
