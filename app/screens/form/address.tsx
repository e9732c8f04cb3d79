import {
  ADDRESS_MAX,
  addressNames,
  addressParts,
  type Field as Declared,
  type Mode,
  neededParts,
} from "#documents/kit";
import { plainText } from "~/text";
import { Field, TextInput } from "~/ui";

const KEPT = "已加密保存";
const HELP: Partial<Record<string, string>> = { country: "两位代码，例如 US" };
const needed: ReadonlySet<string> = new Set(neededParts);

/** An input for each part of an address. What is kept is not shown: what is left empty stays. */
export function AddressFields(props: {
  name: string;
  field: Declared;
  value: unknown;
  errors: Record<string, string>;
  mode: Mode;
}) {
  const { name, field, value, errors, mode } = props;
  const typed: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  // A new one that is made like another does not take its address along.
  const kept = mode === "edit" && typeof value === "string" && value !== "";
  return (
    <>
      {kept && <p className="hint span-all">{`${field.label}：${value}（${KEPT}，只填写要修改的项）`}</p>}
      {addressNames.map((part) => (
        <Field
          key={part}
          name={`${name}.${part}`}
          label={addressParts[part]}
          required={!!field.required && !kept && needed.has(part)}
          help={HELP[part]}
          error={errors[`${name}.${part}`] ?? (part === "name" ? errors[name] : undefined)}
        >
          <TextInput
            value={plainText(typed[part])}
            maxLength={ADDRESS_MAX}
            filter="none"
            autoComplete="off"
            placeholder={kept ? KEPT : undefined}
          />
        </Field>
      ))}
    </>
  );
}
