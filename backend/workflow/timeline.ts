import type { Sql } from "../db/sql";
import { attachmentsOf } from "./attachments";
import type { Instance } from "./instance";

interface Acted {
  taskId: string;
  nodeName: string;
  person: string | null;
  action: string;
  comment: string | null;
  attachments: string[];
  claimTime: string | null;
  time: string;
  seconds: number | null;
}

/** One step of a flow, oldest first; `seconds` from its arrival to the decision. */
export interface Step extends Omit<Acted, "attachments" | "taskId"> {
  taskId: string | null;
  attachments: { id: string; name: string; url: string }[];
}

const step = (nodeName: string, person: string | null, action: string, time: string): Step => ({
  taskId: null,
  nodeName,
  person,
  action,
  comment: null,
  attachments: [],
  claimTime: null,
  time,
  seconds: null,
});

/** Start, every decision, and how it ended if not by one. */
export async function timelineOf(
  sql: Sql,
  of: Pick<Instance, "id" | "starterName" | "status"> & {
    startTime: string;
    endTime: string | null;
  },
): Promise<Step[]> {
  const acted = await sql.query<Acted>(
    `select t.id as "taskId", t.node_name as "nodeName", u.displayname as person, t.status as action,
       t.comment, t.attachments, t.claim_time as "claimTime", t.end_time as time,
       extract(epoch from t.end_time - t.arrive_time)::int as seconds
     from act_task t left join sys_user u on u.id = t.assignee_id
     where t.instance_id = $1 and t.status in ('approved', 'rejected', 'transferred', 'skipped')
     order by t.end_time, t.seq, t.id`,
    [of.id],
  );
  const files = await attachmentsOf(
    sql,
    acted.flatMap((a) => a.attachments),
  );
  const steps = acted.map((a) => ({
    ...a,
    attachments: a.attachments.flatMap((id) => files.get(id) ?? []),
  }));
  const ended = ["withdrawn", "cancelled"].includes(of.status) && of.endTime;
  return [
    step("发起", of.starterName, "started", of.startTime),
    ...steps,
    ...(ended
      ? [step("结束", of.status === "withdrawn" ? of.starterName : null, of.status, ended)]
      : []),
  ];
}
