import { fetchQueues } from "~/erp/desk.server";
import type { Staff } from "~/session/staff.server";
import { type DeskQueue, deskQueues } from "./queues";

/**
 * What waits for this person, up to 15 s old; a backend that knows no queues has none. Approvals are as
 * many as the number in the bar says, which is asked for at another moment.
 */
export async function loadQueues(staff: Staff): Promise<DeskQueue[]> {
  const [found, todo] = await Promise.all([fetchQueues(staff.recent), staff.todo()]);
  return deskQueues(found.map((q) => (q.document ? q : { ...q, count: todo ?? q.count })));
}
