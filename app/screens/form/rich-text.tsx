import { Textarea } from "~/ui/input/textarea";

/** HTML of a rich text; a plain text area that the editor island takes over when it is touched. */
export const RichText = ({ value, disabled }: { value: string; disabled?: boolean }) => (
  <Textarea value={value} disabled={disabled} rows={12} maxLength={200_000} />
);
