import { conditionWords } from "#documents/workflow";
import { formatDateTime } from "~/text/date";
import { Alert } from "~/ui/alert/alert";
import { Button, LinkButton } from "~/ui/button/button";
import { Card } from "~/ui/card/card";
import { ErrorSummary } from "~/ui/error-summary/error-summary";
import { Field } from "~/ui/field/field";
import { Form } from "~/ui/form/form";
import { TextInput } from "~/ui/input/text-input";
import { MoreStyles } from "~/ui/more/more";
import { Timeline } from "~/ui/timeline/timeline";
import type { ModelAnswer, ModelState } from "./model.server";
import { RuleFields } from "./rule-fields";

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
              {...{ row, i, state, errors }}
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
              {...{ row, i, state, errors }}
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
    text: v.nodes
      .map((n) => n.name + (n.condition ? `（${conditionWords(n.condition)}）` : ""))
      .join(" → "),
  }));
  return (
    <Card title="版本记录">
      <Timeline items={items} />
    </Card>
  );
}
