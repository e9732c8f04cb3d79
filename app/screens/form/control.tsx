import { useContext } from "react";
import { documentNamed } from "#documents";
import { type Field as Declared, isCalledByNumber, isMonth, monthSaid, SECRET_SET } from "#documents/kit";
import { Island } from "~/islands/island.server";
import { plainText } from "~/text";
import { CheckboxGroup, Switch } from "~/ui/choice/groups";
import { Select } from "~/ui/choice/select";
import { DateInput } from "~/ui/date/date-input";
import { useControl } from "~/ui/field/context";
import { Field } from "~/ui/field/field";
import { MoneyInput, NumberInput } from "~/ui/input/number-input";
import { PhoneInput, TextInput } from "~/ui/input/text-input";
import { Textarea } from "~/ui/input/textarea";
import { MultiSelect } from "~/ui/multi-select/multi-select";
import type { UiOption } from "~/ui/option";
import { RefInput, RefStates } from "~/ui/ref-input/ref-input";
import { TreeCheckbox, TreeSelect } from "~/ui/tree/tree";
import { Upload } from "~/ui/upload/upload";
import { filesOf } from "../row/files";

/** HTML of a rich text: a plain text area that the editor takes over when it is touched. */
function RichText({ value, label }: { value: string; label: string }) {
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

/** What is kept is not shown; typed anew it changes. */
const KEPT_SECRET = "已加密保存";

interface ControlControlProps {
  field: Declared;
  value: unknown;
  options?: readonly UiOption[];
  disabled?: boolean;
}

const list = (v: unknown) => (Array.isArray(v) ? v.map(String) : plainText(v) ? [plainText(v)] : []);

function TextControl({ field: f, value, disabled }: ControlControlProps) {
  if (f.kind === "secret")
    return (
      <TextInput
        value=""
        type="password"
        autoComplete="new-password"
        maxLength={f.max}
        disabled={disabled}
        placeholder={value === SECRET_SET ? KEPT_SECRET : f.placeholder}
      />
    );
  if (f.kind !== "text" && f.kind !== "password") return null;
  const text = isMonth(f) ? monthSaid(value) : plainText(value);
  const shared = { value: text, disabled, placeholder: f.placeholder };
  if (f.input === "mobile") return <PhoneInput {...shared} />;
  return (
    <TextInput
      {...shared}
      type={f.kind === "password" ? "password" : f.input === "month" ? "text" : f.input}
      autoComplete={f.kind === "password" ? "new-password" : "off"}
      maxLength={f.max}
    />
  );
}

/** A list with nothing to choose from says so, and leads to where the first is made. */
function NoneYet({ to }: { to: string }) {
  const href = useContext(RefStates).creates?.[to];
  const { label } = documentNamed(to);
  return (
    <p className="help">
      没有可选的{label}，{href ? <a href={href}>先新增{label}</a> : "请联系管理员"}
    </p>
  );
}

/** The input that fits a field's kind; native and usable without script. */
export function Control(props: ControlControlProps) {
  const { field: f, value, options = [], disabled } = props;
  switch (f.kind) {
    case "longtext":
      return (
        <Textarea
          value={plainText(value)}
          maxLength={f.max}
          rows={f.codeLines}
          code={!!f.codeLines}
          placeholder={f.placeholder}
          disabled={disabled}
        />
      );
    case "richtext":
      return <RichText value={plainText(value)} label={f.label} />;
    case "int":
      return <NumberInput value={plainText(value)} disabled={disabled} placeholder={f.placeholder} />;
    case "money":
      return <MoneyInput value={plainText(value)} disabled={disabled} />;
    case "percent":
    case "decimal":
      return (
        <NumberInput
          value={plainText(value)}
          decimals={f.scale ?? (f.kind === "percent" ? 2 : 4)}
          disabled={disabled}
        />
      );
    case "bool":
      return <Switch checked={value === true || value === "true"} disabled={disabled} />;
    case "date":
    case "datetime":
      return <DateInput value={plainText(value)} time={f.kind === "datetime"} disabled={disabled} />;
    case "enum":
    case "dict":
      return (
        <Select
          options={options}
          value={plainText(value)}
          disabled={disabled}
          placeholder={f.required && f.default !== undefined ? null : undefined}
        />
      );
    case "ref":
      if (documentNamed(f.to).many)
        return (
          <RefInput
            value={plainText(value)}
            source={f.to}
            of={documentNamed(f.to).label}
            numbered={isCalledByNumber(documentNamed(f.to))}
            disabled={disabled}
          />
        );
      return f.tree ? (
        <TreeSelect
          options={options}
          value={plainText(value)}
          none={f.required ? undefined : "无"}
          disabled={disabled}
        />
      ) : (
        <>
          <Select options={options} value={plainText(value)} disabled={disabled} />
          {!options.length && !disabled && <NoneYet to={f.to} />}
        </>
      );
    case "refs":
      return f.tree ? (
        <TreeCheckbox options={options} value={list(value)} disabled={disabled} />
      ) : (
        <MultiSelect options={options} value={list(value)} disabled={disabled} />
      );
    case "enums":
      return <CheckboxGroup options={options} value={list(value)} disabled={disabled} />;
    case "texts":
      return (
        <Textarea
          value={Array.isArray(value) ? value.join("\n") : plainText(value)}
          disabled={disabled}
          maxLength={5000}
        />
      );
    case "json":
      return null;
    case "image":
    case "images":
    case "files":
      return (
        <Upload
          value={filesOf(value)}
          limit={f.kind === "image" ? 1 : f.max}
          disabled={disabled}
          kind={f.kind === "files" ? "file" : "picture-img"}
          action="/upload"
        />
      );
    default:
      return <TextControl {...props} />;
  }
}

const GROUPS = new Set<Declared["kind"]>(["refs", "enums", "files", "image", "images"]);

/** Several controls in one: named by an element, not by a label of its own. */
export const isGroup = (f: Declared): boolean => GROUPS.has(f.kind) || (f.kind === "ref" && !!f.tree);

/** A declared field with its label, help, unit and error. */
export function FormField(props: ControlControlProps & { name: string; error?: string; wide?: boolean }) {
  const { name, field: f, error, wide, ...control } = props;
  return (
    <Field
      name={name}
      label={f.label}
      required={f.required}
      help={f.help}
      error={error}
      unit={f.unit}
      span={wide ? "all" : undefined}
      when={f.when && `${f.when[0]}=${f.when.slice(1)}`}
      group={isGroup(f)}
    >
      <Control field={f} {...control} />
    </Field>
  );
}
