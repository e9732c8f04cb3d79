import type { evaluation } from "#documents/promotion/evaluation";
import type { RuleContext, Values } from "../../../documents/rules";
import type { SourcesOf } from "../../../documents/written";
import { today } from "../../../values/calendar";
import { TAKEN } from "./counters";

interface Line {
  skuId: string;
  left: number;
  first: string;
  last: string;
}

/** A task starts from the first line of its application that still has something left, or from the named one. */
export async function prefill(
  c: RuleContext,
  { applicationId }: SourcesOf<typeof evaluation>,
  { skuId }: Readonly<Record<string, string>>,
): Promise<Values> {
  const id = applicationId?.[0];
  if (!id) return {};
  const lines = await c.sql.query<Line>(
    `select l.sku_id as "skuId", a.expect_start::text as first, a.expect_end::text as last,
       l.apply_qty - coalesce((select sum(${TAKEN}) from evaluation e
         where e.application_line_id = l.id and e.del_flag = 0), 0)::int as left
     from evaluation_application_line l join evaluation_application a
       on a.id = l.evaluation_application_id
     where a.id = $1 and l.del_flag = 0 order by l.line_no, l.id`,
    [id],
  );
  const line = lines.find((l) => (skuId ? l.skuId === skuId : l.left > 0)) ?? lines[0];
  if (!line) return { applicationId: id };
  const day = today();
  return {
    ...{ applicationId: id, skuId: line.skuId, planQty: Math.max(line.left, 0) || undefined },
    ...{ startDate: day > line.first && day <= line.last ? day : line.first, endDate: line.last },
  };
}
