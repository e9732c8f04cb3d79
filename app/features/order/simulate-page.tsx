import { PartTable } from "~/screens/detail/part-table";
import { rowLink, stateTag } from "~/screens/row/row-link";
import { textOrDash } from "~/text";
import { Alert, Button, Card, Field, TextInput } from "~/ui";
import type { Simulated, SimulateState } from "./simulate.server";

const ownWord = ({ asked, matched, failed }: Simulated) => {
  if (matched) return "命中";
  return asked ? `不满足：${failed ?? ""}` : "未执行到";
};

/** 试运行: a trial of the rules over orders of the past; nothing is written. */
export function SimulatePage({ state }: { state: SimulateState }) {
  const { rule, rows, problem } = state;
  const hits = rows.filter((r) => r.matched).length;
  const heads = [...(rule ? ["本规则"] : []), "命中的规则", "结果", "包裹"];
  return (
    <>
      <h1>{rule ? `试运行：${rule.name}` : "订单规则试运行"}</h1>
      <Card title="订单">
        <form method="get" action="/ordermanage/orderRule/simulate" className="form">
          <input type="hidden" name="id" value={state.id} />
          <div className="fields cols-2">
            <Field label="订单号" name="orders" help="多个用逗号分开，最多50个；不填为最近7天的200个">
              <TextInput value={state.orders} maxLength={2000} filter="multi" />
            </Field>
          </div>
          <div className="foot">
            <Button tone="primary">试运行</Button>
          </div>
        </form>
        {problem && <Alert tone="danger">{problem}</Alert>}
        <p className="hint">只看结果，不改变任何数据；停用的规则在它自己的试运行里也会执行。</p>
      </Card>
      {!problem && (
        <PartTable
          title={rule ? `${rows.length}个订单，命中${hits}个` : `${rows.length}个订单`}
          head={["订单", ...heads]}
          rows={rows}
          cells={(r) => [
            rowLink("sales_order", r.id, r.no),
            ...(rule ? [ownWord(r)] : []),
            textOrDash(r.rules.join("、")),
            <>
              {stateTag("sales_order", r.outcome)} {r.holdReason}
            </>,
            textOrDash(r.packages.join("；")),
          ]}
        />
      )}
    </>
  );
}
