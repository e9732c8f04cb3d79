import { type ControlProps, useControl } from "../field/context";
import { PickFile } from "./pick-file";

/** One file that travels with its form (`encType="multipart/form-data"`). */
export const FileInput = (props: ControlProps & { accept?: string }) => (
  <PickFile {...useControl(props)} accept={props.accept} />
);
