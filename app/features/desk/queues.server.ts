import { fetchQueues } from "~/erp/desk.server";
import { constant } from "~/erp/identity";
import type { Staff } from "~/session/staff.server";
import { today } from "~/text";
import { type DeskQueue, deskQueues } from "./queues";

/** The same answer of the backend on the same day is laid out once. */
const laid = new WeakMap<object, { key: string; queues: DeskQueue[] }>();

/**
 * What waits for this person, up to 15 s old; a backend that knows no queues has none. Approvals are as
 * many as the number in the bar says, which is asked for at another moment.
 */
export async function loadQueues(staff: Staff): Promise<DeskQueue[]> {
  const [found, todo] = await Promise.all([fetchQueues(staff.recent), staff.todo()]);
  const key = `${today()} ${todo}`;
  const known = laid.get(found);
  if (known?.key === key) return known.queues;
  const queues = constant(deskQueues(found.map((q) => (q.document ? q : { ...q, count: todo ?? q.count }))));
  laid.set(found, { key, queues });
  return queues;
}
