import { fetchQueues } from "~/erp/desk.server";
import type { Staff } from "~/session/staff.server";
import { type DeskQueue, deskQueues } from "./queues";

/** What waits for this person, up to 15 s old; a backend that knows no queues has none. */
export const loadQueues = (staff: Staff): Promise<DeskQueue[]> =>
  fetchQueues(staff.recent).then(deskQueues);
