import { applyFilters, type Listing, Where } from "#backend/platform/db";
import { missing } from "#backend/platform/http";
import { documentNamed } from "#documents";
import { type DocumentType, entriesOf, type ListQuery } from "#documents/kit";
import { LATE_HOURS } from "#documents/workflow";
import { type FlowContext, typesWithAmount } from "./flow";

/** The lists of flows: to do, done, started by me, copies for me, all. */
export const BOXES = ["todo", "done", "mine", "cc", "all"] as const;
export type BoxName = (typeof BOXES)[number];

/** The declaration of each list. */
export const boxDocuments: Record<BoxName, DocumentType> = {
  todo: documentNamed("approval_todo"),
  done: documentNamed("approval_done"),
  mine: documentNamed("approval_mine"),
  cc: documentNamed("approval_copy"),
  all: documentNamed("approval"),
};

interface EngineBox {
  from: string;
  /** Whose rows; each `?` is the caller. */
  own: string;
  /** When it reached the caller. */
  arrived: string;
  /** Until when it waited. */
  until: string;
  id: string;
  columns: string;
  status: string;
  /** Its rows are the caller's own to decide, or were: he sees their amounts whatever he may read elsewhere. */
  decides?: true;
}

const TASK = `act_task t join act_instance i on i.id = t.instance_id`;
const taskColumns = `t.id as "taskId", t.node_name as "nodeName", t.comment, t.claim_time as "claimTime",
  t.end_time as "endTime"`;
const flowColumns = `null::text as "taskId", i.current_node as "nodeName", null::text as comment,
  null::timestamptz as "claimTime", i.end_time as "endTime"`;

const boxes: Record<BoxName, EngineBox> = {
  todo: {
    from: TASK,
    own: "t.status = 'todo' and t.candidates @> array[?]::bigint[]",
    arrived: "t.arrive_time",
    until: "now()",
    id: "t.id",
    columns: taskColumns,
    status: "t.status",
    decides: true,
  },
  done: {
    from: TASK,
    own: "t.assignee_id = ? and t.status in ('approved', 'rejected', 'transferred')",
    arrived: "t.arrive_time",
    until: "t.end_time",
    id: "t.id",
    columns: taskColumns,
    status: "t.status",
    decides: true,
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

/** A task of the caller, done or not. */
const task: EngineBox = { ...boxes.done, own: "t.assignee_id = ? or t.candidates @> array[?]::bigint[]" };

type Asker = Pick<FlowContext, "flows" | "caller">;

/** SQL by wire name of what the lists show, filter and sort by. */
function columnsOf(box: EngineBox, c: Asker) {
  // A placeholder of its own: the totals of the list run without the select list.
  const types = typesWithAmount(c).map((t) => `'${t.replaceAll("'", "''")}'`);
  const shows = box.decides ? "true" : types.length ? `i.biz_type in (${types.join(", ")})` : "false";
  const hours = `floor(extract(epoch from ${box.until} - ${box.arrived}) / 3600)::int`;
  return {
    id: box.id,
    instanceId: "i.id",
    title: "i.title",
    bizType: "i.biz_type",
    bizTypeName: "i.label",
    bizId: "i.biz_id",
    bizNo: "i.biz_no",
    amountCny: `case when ${shows} then i.amount_cny::text end`,
    starterId: "i.starter_id",
    starterName: "(select displayname from sys_user where id = i.starter_id)",
    arriveTime: box.arrived,
    waitingHours: hours,
    late: `case when ${hours} > ${LATE_HOURS} and ${box.status} in ('todo', 'running') then 'late' end`,
    status: box.status,
    instanceStatus: "i.status",
  };
}

/** People are found by either of their names. */
const STARTER = "(select concat_ws(' ', displayname, username) from sys_user where id = i.starter_id)";

function listing(box: EngineBox, { caller }: Asker, columns: ReturnType<typeof columnsOf>, where: Where): Listing {
  where.and("i.tenant_id = ?", caller.tenantId);
  if (box.own) where.and(box.own, caller.userId, caller.userId);
  const { arriveTime, waitingHours, bizNo } = columns;
  const shown = entriesOf(columns).map(([name, sql]) => `${sql} as "${name}"`);
  return {
    select: [...shown, box.columns].join(", "),
    from: box.from,
    where,
    sortable: { arriveTime, waitingHours, bizNo },
    order: `${box.arrived} desc, ${box.id} desc`,
  };
}

/** One list as a query: supply.md E.4 columns and filters, newest arrival first. */
export function boxListing(name: BoxName, c: Asker, query: ListQuery): Listing {
  const columns = columnsOf(boxes[name], c);
  const filtered: Record<string, string> = { ...columns, starterName: STARTER };
  const where = applyFilters(new Where(), boxDocuments[name], query, (field) => filtered[field] ?? "null");
  return listing(boxes[name], c, columns, where);
}

/** One task of the caller as the lists show it. @throws Refusal 404 */
export async function readTask(c: Asker & Pick<FlowContext, "sql">, id: string) {
  const { select, from, where } = listing(task, c, columnsOf(task, c), new Where().and("t.id = ?", id));
  const row = await c.sql.one(`select ${select} from ${from} where ${where}`, where.values);
  if (!row) throw missing();
  return row;
}
