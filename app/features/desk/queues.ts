import { documentNamed, isDeclared } from "#documents";
import { MOST_COUNTED, queuesOf, type WorkQueue } from "#documents/kit";
import { rowHref } from "~/screens/frame/href";
import { formatMoney } from "~/text";
import { formatMoment } from "~/text/date";
import { withParams } from "~/ui";

/** A list with what waits in it. */
interface QueueList {
  label: string;
  href: string;
  count: string;
}

export interface QueueRow {
  title: string;
  about: string;
  /** With its currency; "" where nothing is asked for, or it is not told. */
  amount: string;
  href: string;
  /** Until when, or since when. */
  date: string;
  late: boolean;
}

/** A queue as people know it: what has the same name stands together, whatever document it is of. */
export interface DeskQueue {
  label: string;
  count: string;
  late: string;
  lists: QueueList[];
  rows: QueueRow[];
}

const SHOWN = 5;
/** The list of approvals. */
export const APPROVALS = "/activiti/todo/index";

const words = (count: number) => (count < MOST_COUNTED ? String(count) : `${MOST_COUNTED - 1}+`);

function hrefOf(queue: WorkQueue, id: string): string {
  if (!queue.document) return `/activiti/detail/${id}`;
  const document = documentNamed(queue.document);
  const { opens } = queuesOf(document).find((q) => q.label === queue.label) ?? {};
  const action = opens ? document.actions?.[opens] : undefined;
  // The list opens the form, or says why that cannot begin.
  return action?.opens
    ? withParams(document.screens.list, { do: opens ?? "", on: id })
    : rowHref(document, "detail", id, document.screens.list);
}

const listOf = ({ document, query, count }: WorkQueue): QueueList => ({
  label: document ? documentNamed(document).label : "审批",
  href: document ? withParams(documentNamed(document).screens.list, { ...query, v: "0" }) : APPROVALS,
  count: words(count),
});

/** Queues of one name together, what is due first on top. */
export function deskQueues(found: readonly WorkQueue[]): DeskQueue[] {
  const known = found.filter(({ document }) => !document || isDeclared(document));
  const groups = new Map<string, WorkQueue[]>();
  for (const queue of known) groups.set(queue.label, [...(groups.get(queue.label) ?? []), queue]);
  return [...groups].map(([label, queues]) => ({
    label,
    count: words(queues.reduce((sum, q) => sum + q.count, 0)),
    late: words(queues.reduce((sum, q) => sum + q.late, 0)),
    lists: queues.filter((q) => q.count || queues.length === 1).map(listOf),
    rows: queues
      .flatMap((q) => q.rows.map((row) => ({ row, href: hrefOf(q, row.id) })))
      .sort((a, b) => order(a.row).localeCompare(order(b.row)))
      .slice(0, SHOWN)
      .map(({ row, href }) => ({
        href,
        title: row.title,
        about: row.about ?? "",
        amount: row.amount ? formatMoney(row.amount, row.currency ?? "") : "",
        late: row.late,
        date: row.due
          ? row.late
            ? `逾期 ${formatMoment(row.due)}`
            : `${formatMoment(row.due)} 前`
          : formatMoment(row.since),
      })),
  }));
}

/** What has a day to be done by comes before what has none. */
const order = ({ due, since }: WorkQueue["rows"][number]) => `${due ?? "9999"} ${since}`;
