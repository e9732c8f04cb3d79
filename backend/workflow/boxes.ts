import type { Listing } from "../db/page";
import { filterTime, Where } from "../db/page";
import type { Caller } from "../http/caller";
import type { FlowContext } from "./flow";
import { typesWithAmount } from "./money";

/** The lists of flows: to do, done, started by me, copies for me, all. */
export const BOXES = ["todo", "done", "mine", "cc", "all"] as const;
export type BoxName = (typeof BOXES)[number];

export interface BoxQuery {
  keyword?: string;
  bizType?: string;
  starter?: string;
  status?: string;
  arrivedFrom?: string;
  arrivedTo?: string;
}

interface Box {
  from: string;
  /** Whose rows; `?` is the caller. */
  own: string;
  /** When it reached the caller. */
  arrived: string;
  /** Until when it waited. */
  until: string;
  id: string;
  columns: string;
  status: string;
}

const TASK = `act_task t join act_instance i on i.id = t.instance_id`;
const taskColumns = `t.id as "taskId", t.node_name as "nodeName", t.comment, t.claim_time as "claimTime",
  t.end_time as "endTime"`;
const flowColumns = `null::text as "taskId", i.current_node as "nodeName", null::text as comment,
  null::timestamptz as "claimTime", i.end_time as "endTime"`;

const boxes: Record<BoxName, Box> = {
  todo: {
    from: TASK,
    own: "t.status = 'todo' and t.candidates @> array[?]::bigint[]",
    arrived: "t.arrive_time",
    until: "now()",
    id: "t.id",
    columns: taskColumns,
    status: "t.status",
  },
  done: {
    from: TASK,
    own: "t.assignee_id = ? and t.status in ('approved', 'rejected', 'transferred')",
    arrived: "t.arrive_time",
    until: "t.end_time",
    id: "t.id",
    columns: taskColumns,
    status: "t.status",
  },
  mine: {
    from: "act_instance i",
    own: "i.starter_id = ?",
    arrived: "i.start_time",
    until: "coalesce(i.end_time, now())",
    id: "i.id",
    columns: flowColumns,
    status: "i.status",
  },
  cc: {
    from: "act_cc k join act_instance i on i.id = k.instance_id",
    own: "k.user_id = ?",
    arrived: "k.create_time",
    until: "coalesce(i.end_time, now())",
    id: "i.id",
    columns: `${flowColumns}, k.read_time as "readTime"`,
    status: "i.status",
  },
  all: {
    from: "act_instance i",
    own: "",
    arrived: "i.start_time",
    until: "coalesce(i.end_time, now())",
    id: "i.id",
    columns: flowColumns,
    status: "i.status",
  },
};

const literal = (text: string) => text.replaceAll("\0", "").replace(/[\\%_]/g, "\\$&");

function conditions(box: Box, caller: Caller, q: BoxQuery): Where {
  const where = new Where().and("i.tenant_id = ?", caller.tenantId);
  if (box.own) where.and(box.own, caller.userId);
  if (q.keyword) {
    const pattern = `%${literal(q.keyword)}%`;
    where.and("i.title ilike ? or i.biz_no ilike ?", pattern, pattern);
  }
  if (q.bizType) where.and("i.biz_type = any (?)", q.bizType.split(","));
  if (q.starter)
    where.and(
      "i.starter_id in (select id from sys_user where displayname ilike ? or username ilike ?)",
      `%${literal(q.starter)}%`,
      `${literal(q.starter)}%`,
    );
  if (q.status) where.and(`${box.status} = any (?)`, q.status.split(","));
  const from = filterTime(q.arrivedFrom ?? "", false);
  const to = filterTime(q.arrivedTo ?? "", true);
  if (from) where.and(`${box.arrived} >= ?`, from);
  if (to) where.and(`${box.arrived} < ?::timestamptz + interval '1 second'`, to);
  return where;
}

/** One list as a query: supply.md E.4 columns and filters, newest arrival first. */
export function boxListing(
  name: BoxName,
  c: Pick<FlowContext, "flows" | "caller">,
  query: BoxQuery,
): Listing {
  const box = boxes[name];
  const where = conditions(box, c.caller, query);
  // A placeholder of its own: the totals of the list run without the select list.
  const types = typesWithAmount(c).map((t) => `'${t.replaceAll("'", "''")}'`);
  const shows = types.length ? `i.biz_type in (${types.join(", ")})` : "false";
  const hours = `floor(extract(epoch from ${box.until} - ${box.arrived}) / 3600)::int`;
  return {
    select: `${box.id} as id, i.id as "instanceId", i.title, i.biz_type as "bizType", i.label as "bizTypeName",
      i.biz_id as "bizId", i.biz_no as "bizNo", case when ${shows} then i.amount_cny::text end as "amountCny",
      i.starter_id as "starterId", (select displayname from sys_user where id = i.starter_id) as "starterName",
      ${box.arrived} as "arriveTime", ${hours} as "waitingHours", ${box.status} as status,
      i.status as "instanceStatus", ${box.columns}`,
    from: box.from,
    where,
    sortable: { arriveTime: box.arrived, waitingHours: hours, bizNo: "i.biz_no" },
    order: `${box.arrived} desc, ${box.id} desc`,
  };
}
