import { signWords } from "#documents/workflow";
import { Button } from "~/ui/button/button";
import { Select } from "~/ui/choice/select";
import { Field } from "~/ui/field/field";
import { FormSection } from "~/ui/form/form";
import { TextInput } from "~/ui/input/text-input";
import type { ModelState } from "./model.server";
import { type RuleRow, WHEN, WHO } from "./model-rows";

interface Props {
  row: RuleRow;
  list: "nodes" | "cc";
  i: number;
  count: number;
  state: ModelState;
  errors: Record<string, string>;
}

const signs = Object.entries(signWords).map(([value, label]) => ({ value, label }));

/** One node, or one rule of copies: who, when, and buttons that move or remove it. */
export function RuleFields(props: Props) {
  const { row, list, i, state, errors } = props;
  const at = (name: string) => `${list}[${i}].${name}`;
  const one = (name: keyof RuleRow, label: string, control: React.ReactNode, when?: string) => (
    <Field name={at(name)} label={label} error={errors[at(name)]} when={when}>
      {control}
    </Field>
  );
  const input = (name: keyof RuleRow, placeholder?: string) => (
    <TextInput value={row[name]} placeholder={placeholder} filter="none" maxLength={2000} />
  );
  return (
    <FormSection title={list === "nodes" ? `节点${i + 1}` : `抄送${i + 1}`}>
      <input type="hidden" name={at("key")} value={row.key} />
      {list === "nodes" && one("name", "节点名称", input("name"))}
      {one(
        "who",
        list === "nodes" ? "审批人" : "抄送给",
        <Select options={WHO} value={row.who} placeholder={null} />,
      )}
      {one("role", "角色", <Select options={state.roles} value={row.role} />)}
      {one("user", "人员", <Select options={state.users} value={row.user} />, `${at("who")}=user`)}
      {list === "nodes" &&
        one(
          "signType",
          "多人时",
          <Select options={signs} value={row.signType} placeholder={null} />,
        )}
      {one("when", "条件", <Select options={WHEN} value={row.when} placeholder={null} />)}
      {one("amount", "数值（含）", input("amount", "例如 10000"), `${at("when")}=amount`)}
      {one("of", "数值字段", input("of", "金额（amountCny）"), `${at("when")}=amount`)}
      {one("flag", "标记字段", input("flag", "例如 urgent"), `${at("when")}=flag`)}
      {one(
        "values",
        "标记取值",
        input("values", "逗号分隔，留空表示成立即可"),
        `${at("when")}=flag`,
      )}
      {one("other", "组合条件（JSON）", input("other"), `${at("when")}=other`)}
      {state.mayEdit && <Move {...props} />}
    </FormSection>
  );
}

function Move({ list, i, count }: Props) {
  const name = list === "nodes" ? `节点${i + 1}` : `抄送${i + 1}`;
  return (
    <div className="span-all btns">
      {i > 0 && (
        <Button small name="_row" value={`up:${list}:${i}`} aria-label={`上移${name}`}>
          上移
        </Button>
      )}
      {i < count - 1 && (
        <Button small name="_row" value={`down:${list}:${i}`} aria-label={`下移${name}`}>
          下移
        </Button>
      )}
      <Button
        small
        tone="danger"
        name="_row"
        value={`remove:${list}:${i}`}
        aria-label={`删除${name}`}
      >
        删除
      </Button>
    </div>
  );
}
