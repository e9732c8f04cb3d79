import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { DeskQueue } from "~/features/desk/queues";
import { loadQueues } from "~/features/desk/queues.server";
import { Todo } from "~/features/desk/todo";
import { handOver } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<DeskQueue[]>();

export const meta: MetaFunction = () => [{ title: pageTitle("待办") }];

export async function loader({ context }: LoaderFunctionArgs) {
  return screen.give(context, await loadQueues(requireStaff(context)));
}

export default function TodoPage() {
  return <Todo queues={screen.useGiven()} />;
}
