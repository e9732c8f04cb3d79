import dayjs from "dayjs";
import type { Sql } from "../../../db/sql";
import { insertRows } from "../../../tenancy/insert";
import { numbers, stamp } from "./kit";

/** Cancellations of what old requisitions still leave, and a draft of one. */
export async function insertCancels(sql: Sql, today: string): Promise<number> {
  const rows = await sql.query<{
    id: string;
    req: string;
    sku: string;
    code: string;
    name: string;
    unit: string;
    rest: number;
    applicant: string;
    dept: string;
  }>(
    `select l.id, r.id as req, l.sku_id as sku, l.sku_code as code, l.sku_name as name, l.unit,
       l.qty - l.turned_qty - l.cancel_qty as rest, r.applicant_id as applicant, r.dept_id as dept
     from purchase_requisition_line l join purchase_requisition r on r.id = l.purchase_requisition_id
     where r.status in ('approved', 'partTurned') and l.qty > l.turned_qty + l.cancel_qty
       and r.create_time < $1::date - 30 order by r.id, l.line_no`,
    [today],
  );
  const reqs = [...new Set(rows.map((r) => r.req))].slice(0, 14);
  const no = numbers("QX");
  const reasons = [
    ["plan", "旺季计划下调，剩余不再采购"],
    ["discontinued", "款式停售"],
    ["duplicate", "与后一张请购重复"],
  ] as const;
  const heads = reqs.map((req, i) => {
    const own = rows.filter((r) => r.req === req);
    const day = dayjs(today)
      .subtract(reqs.length - i + 1, "day")
      .format("YYYY-MM-DD");
    const status = i >= reqs.length - 2 ? "draft" : i % 6 === 5 ? "rejected" : "approved";
    const [reason_type, reason] = reasons[i % reasons.length] ?? reasons[0];
    return {
      ...{ ...stamp, id: i + 1, no: no(day), req_id: req, status, reason_type, reason },
      applicant_id: own[0]?.applicant,
      total_cancel_qty: own.reduce((n, l) => n + l.rest, 0),
      sku_codes: own.map((l) => l.code).join(" "),
      dept_id: own[0]?.dept,
      create_by: own[0]?.applicant,
      create_time: `${day} 14:00:00+08`,
      submit_time: status === "draft" ? null : `${day} 14:05:00+08`,
      approve_time: status === "approved" ? `${day} 16:30:00+08` : null,
    };
  });
  await insertRows(sql, "requisition_cancel", heads);
  await insertRows(
    sql,
    "requisition_cancel_line",
    heads.flatMap((h) =>
      rows
        .filter((r) => r.req === h.req_id)
        .map((l, k) => ({
          ...{ ...stamp, requisition_cancel_id: h.id, line_no: k + 1, req_line_id: l.id },
          ...{ sku_id: l.sku, sku_code: l.code, sku_name: l.name, unit: l.unit },
          cancel_qty: l.rest,
          create_time: h.create_time,
        })),
    ),
  );
  return heads.length;
}
