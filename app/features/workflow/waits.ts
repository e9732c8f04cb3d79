import type { FlowDetail } from "~/erp/workflow.server";
import { waitsFor } from "~/screens/row/waits";

/** For whom an approval waits now; nothing when it ended. */
export function flowWaits({ status, nodes, currentNode }: FlowDetail): string | null {
  const people = nodes.filter((n) => n.state === "todo").flatMap((n) => n.people);
  return waitsFor({ flow: { status, currentNode, people } });
}
