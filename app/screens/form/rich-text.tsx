import { Island } from "~/islands/island.server";
import { useControl } from "~/ui/field/context";

/** HTML of a rich text: a plain text area that the editor takes over when it is touched. */
export function RichText({ value, label }: { value: string; label: string }) {
  const control = useControl({});
  return (
    <Island
      name="richText"
      when="interaction"
      props={{
        name: control.name,
        id: control.id,
        value,
        label,
        required: control.required,
        invalid: control["aria-invalid"],
        describedBy: control["aria-describedby"],
      }}
    />
  );
}
