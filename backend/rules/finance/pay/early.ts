import { today } from "../../../values/calendar";

/** Requests that are named; of more it is said how many. */
const NAMED = 3;

/** What a payment settles: its request, and the day on which that is due. */
interface Due {
  requestNo: string;
  dueDate: string | null;
}

/** What is said of paying before it is due, of one request or of several at once. */
export function earlyPayment(dues: readonly Due[]): string | undefined {
  const early = dues.filter(({ dueDate }) => dueDate && today() < dueDate);
  const [first] = early;
  if (!first) return undefined;
  if (dues.length === 1) return `应付到期日${first.dueDate}未到，属于提前付款`;
  const named = early.slice(0, NAMED).map((d) => `请款单${d.requestNo}应付到期日${d.dueDate}`);
  const more = early.length > NAMED ? `等${early.length}张` : "";
  return `${named.join("、")}${more}未到，属于提前付款`;
}
