import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { DeskQueue } from "~/features/desk/queues";
import { loadQueues } from "~/features/desk/queues.server";
import { Todo } from "~/features/desk/todo";
import { useFrame } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("待办") }];

export async function loader({ context }: LoaderFunctionArgs) {
  context.screen = await loadQueues(requireStaff(context));
  return null;
}

export default function TodoPage() {
  return <Todo queues={useFrame().screen as DeskQueue[]} />;
}
