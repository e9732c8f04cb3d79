import { z } from "zod";
import { documentNamed } from "#documents";
import { listAddress } from "#documents/kit";
import { Chart } from "~/features/figure/chart";
import type { PrintProps } from "~/screens/parts";
import { Closing, SheetFacts } from "~/screens/print/sheet-parts";
import { plainText } from "~/text";
import { Card } from "~/ui";

const foundSchema = z.object({
  from: z.string(),
  total: z.number(),
  months: z.array(z.string()),
  categories: z.array(z.object({ key: z.string(), label: z.string(), counts: z.array(z.number()) })),
  skus: z.array(z.object({ key: z.string(), label: z.string(), count: z.number() })),
});

/** Complaints month by month and of which SKU there are most; a SKU leads to its own. */
export function VocOverview({ found }: { found: Readonly<Record<string, unknown>> }) {
  const read = foundSchema.safeParse(found);
  if (!read.success || !read.data.total) return null;
  const { from, total, months, categories, skus } = read.data;
  let sum = 0;
  const shares = skus.map(({ count }) => {
    sum += count;
    return sum / total;
  });
  return (
    <div className="board pair">
      <Card>
        <Chart
          data={{
            id: "vocmonths",
            kind: "stacked",
            title: "近6个月客诉数，按问题小类",
            size: "small",
            labels: months,
            series: categories.map(({ key, label, counts }) => ({ key, name: label, unit: "short", values: counts })),
          }}
        />
      </Card>
      <Card>
        <Chart
          data={{
            id: "vocskus",
            kind: "columns",
            size: "small",
            title: `近6个月客诉最多的${skus.length}个SKU与累计占比`,
            labels: skus.map((s) => s.label),
            hrefs: skus.map((s) => listAddress(documentNamed("voc"), { skuId: s.key, createTimeFrom: from })),
            series: [
              { key: "count", name: "客诉数", unit: "short", values: skus.map((s) => s.count) },
              { key: "share", name: "累计占比", unit: "percent", type: "line", axis: 1, values: shares },
            ],
          }}
        />
      </Card>
    </div>
  );
}

/** What is said in each of the last steps. */
const STEPS = [
  ["D3 描述", ["description"]],
  ["D4 原因", ["rootCause"]],
  ["D5 D6 措施", ["action"]],
  ["D7 预防", ["preventAction", "standardPoint"]],
  ["D8 验证与关闭", ["verifyResult", "verifyBy", "closeTime", "verifyNote"]],
] as const;

/** 处理单: one complaint in eight steps, from who handles it to what keeps it from coming back. */
export function VocSheet(props: PrintProps) {
  const { row } = props;
  return (
    <>
      <h1>客户之声处理单 {plainText(row.no)}</h1>
      <h2>D1 责任</h2>
      <SheetFacts of={props} names={["handlerDept", "handlerId", "submitDate", "dueDate"]} />
      <h2>D2 问题</h2>
      <SheetFacts
        of={props}
        names={[
          "source",
          "platformOrderId",
          "storeId",
          "siteId",
          "skuId",
          "asin",
          "category1",
          "category2",
          "severity",
          "affectedQty",
          "batchNo",
          "supplierId",
        ]}
      />
      {STEPS.map(([title, names]) => (
        <section key={title}>
          <h2>{title}</h2>
          <SheetFacts of={props} names={names} />
        </section>
      ))}
      <Closing row={row} signs={["处理人", "验证人", "日期"]} />
    </>
  );
}
