import { conditionWords } from "#documents/workflow";
import type { Definition } from "~/erp/workflow.server";
import { formatDateTime } from "~/text";
import { defineTable, Empty, Table, Toolbar } from "~/ui";

const href = (d: Definition) => `/activiti/model/${d.defKey}`;

/** "部门负责人审批 → 总经理审批（金额 ≥ 20,000）" */
const nodesOf = (d: Definition) =>
  d.nodes.map((n) => n.name + (n.condition ? `（${conditionWords(n.condition)}）` : "")).join(" → ");

const model = defineTable<Definition>([
  { key: "name", label: "流程名称", kind: "link", width: 200, fixed: "left", href, phone: "title" },
  { key: "defKey", label: "标识", width: 180, phone: false },
  { key: "nodes", label: "节点", value: nodesOf, width: 460, overHidden: false, phone: "fact" },
  { key: "version", label: "版本", kind: "number", decimals: 0, width: 80, phone: "fact" },
  { key: "running", label: "审批中", kind: "number", decimals: 0, width: 80, phone: "fact" },
  { key: "createTime", label: "修改时间", kind: "datetime", width: 170, phone: false },
  { key: "createByName", label: "修改人", value: (d) => d.createByName || "系统预置", width: 110, phone: false },
]);

/** Every kind of document with an approval and the nodes that it takes now. */
export function ModelsPage({ rows, mayEdit }: { rows: Definition[]; mayEdit: boolean }) {
  return (
    <div className="list">
      <section className="card">
        <Toolbar title="流程定义" refreshHref="/activiti/model/index" />
        <Table
          model={model}
          rows={rows}
          rowKey={(d) => d.defKey}
          caption="流程定义"
          base={0}
          actions={(d) => [{ label: mayEdit ? "编辑" : "查看", href: href(d) }]}
          actionsWidth={72}
          empty={<Empty href="/activiti/model/index" />}
        />
        <p className="hint">
          共 {rows.length} 条，最近一次修改 {lastChange(rows)}
        </p>
      </section>
    </div>
  );
}

const lastChange = (rows: Definition[]) =>
  formatDateTime(
    rows
      .map((r) => r.createTime)
      .sort()
      .at(-1),
  );
