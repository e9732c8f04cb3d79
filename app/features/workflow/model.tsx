import { conditionWords, signWords } from "#documents/workflow";
import { formatDateTime } from "~/text";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { Select } from "~/ui/choice/select";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Field } from "~/ui/field/field";
import { Form, FormSection } from "~/ui/form/form";
import { TextInput } from "~/ui/input/text-input";
import { MoreStyles } from "~/ui/more/more";
import { Timeline } from "~/ui/timeline/timeline";
import type { ModelAnswer, ModelState } from "./model.server";
import { type RuleRow, WHEN, WHO } from "./model-rows";

interface ModelProps {
  row: RuleRow;
  list: "nodes" | "cc";
  i: number;
  count: number;
  state: ModelState;
  errors: Record<string, string>;
}

const signs = Object.entries(signWords).map(([value, label]) => ({ value, label }));

/** One node, or one rule of copies: who, when, and buttons that move or remove it. */
function RuleFields(props: ModelProps) {
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
      {one("who", list === "nodes" ? "审批人" : "抄送给", <Select options={WHO} value={row.who} placeholder={null} />)}
      {one("role", "角色", <Select options={state.roles} value={row.role} />)}
      {one("user", "人员", <Select options={state.users} value={row.user} />, `${at("who")}=user`)}
      {list === "nodes" &&
        one("signType", "多人时", <Select options={signs} value={row.signType} placeholder={null} />)}
      {one("when", "条件", <Select options={WHEN} value={row.when} placeholder={null} />)}
      {one("amount", "数值（含）", input("amount", "例如 10000"), `${at("when")}=amount`)}
      {one("of", "数值字段", input("of", "金额（amountCny）"), `${at("when")}=amount`)}
      {one("flag", "标记字段", input("flag", "例如 urgent"), `${at("when")}=flag`)}
      {one("values", "标记取值", input("values", "逗号分隔，留空表示成立即可"), `${at("when")}=flag`)}
      {one("other", "组合条件（JSON）", input("other"), `${at("when")}=other`)}
      {state.mayEdit && <Move {...props} />}
    </FormSection>
  );
}

function Move({ list, i, count }: ModelProps) {
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
      <Button small tone="danger" name="_row" value={`remove:${list}:${i}`} aria-label={`删除${name}`}>
        删除
      </Button>
    </div>
  );
}

/** The editor of one definition: nodes and copies as rows with named buttons. */
export function ModelPage({ state, answer }: { state: ModelState; answer?: ModelAnswer }) {
  const { definition, mayEdit } = state;
  const values = answer?.values ?? state.values;
  const errors = answer?.errors ?? {};
  return (
    <article className="list">
      <MoreStyles />
      <section className="card record">
        <header className="toolbar">
          <h1>{definition.name}</h1>
          <span className="hint">第{definition.version}版</span>
          <span className="space" />
          <LinkButton href="/activiti/model/index">返回列表</LinkButton>
        </header>
        {!mayEdit && <Alert>您只能查看，修改需要流程定义的编辑权限</Alert>}
        <Form
          action={state.url}
          readOnly={!mayEdit}
          columns={3}
          idempotencyKey={state.key}
          head={
            <>
              {/* First, so that Enter saves and presses no row button. */}
              <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
              <input type="hidden" name="version" value={values.version} />
              <ErrorSummary errors={errors} message={answer?.message} />
            </>
          }
          footer={mayEdit && <Button tone="primary">保存为新版本</Button>}
        >
          <Field name="name" label="流程名称" required error={errors.name}>
            <TextInput value={values.name} maxLength={50} />
          </Field>
          {values.nodes.map((row, i) => (
            <RuleFields
              key={row.key}
              row={row}
              i={i}
              state={state}
              errors={errors}
              list="nodes"
              count={values.nodes.length}
            />
          ))}
          {mayEdit && (
            <div className="span-all btns">
              <Button name="_row" value="add:nodes:0">
                添加节点
              </Button>
              <Button name="_row" value="add:cc:0">
                添加抄送
              </Button>
            </div>
          )}
          {values.cc.map((row, i) => (
            <RuleFields
              key={row.key}
              row={row}
              i={i}
              state={state}
              errors={errors}
              list="cc"
              count={values.cc.length}
            />
          ))}
        </Form>
      </section>
      <Versions state={state} />
    </article>
  );
}

/** What the definition was before. */
function Versions({ state }: { state: ModelState }) {
  const items = state.definition.versions.map((v) => ({
    time: formatDateTime(v.createTime),
    title: `第${v.version}版`,
    by: v.createByName || "系统预置",
    text: v.nodes.map((n) => n.name + (n.condition ? `（${conditionWords(n.condition)}）` : "")).join(" → "),
  }));
  return (
    <Card title="版本记录">
      <Timeline items={items} />
    </Card>
  );
}
