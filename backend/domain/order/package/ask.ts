import { enqueue } from "#backend/engine/connect/enqueue";
import { patch, type RuleContext } from "#backend/engine/documents";
import { packageOrder } from "#documents/order/package-order";
import { packageTasks } from "#documents/order/package-words";

/** Kinds of messages about packages. */
export const SEND = "package.send";
export const LABEL = "package.label";
export const POST = "package.post";
export const RECALL = "package.recall";
export const DROP = "package.drop";
export const FIGURES = "package.figures";
/** The marketplace is told that a package left; sent with the feed. */
export const CONFIRM = "marketplace.confirm";

type AskTask = keyof typeof packageTasks;

/**
 * Asks the other side for something about a locked package. With a task the package waits for the
 * answer: nothing else is done with it until then.
 */
export async function ask(
  c: RuleContext,
  { id, no, version }: { id: string; no: string; version: number },
  kind: string,
  connectorId: string | null,
  task?: AskTask,
): Promise<void> {
  if (task) await patch(c, packageOrder, id, { task });
  await enqueue(c, {
    kind,
    key: `${kind}:${no}:${version}`,
    payload: { packageId: id },
    connectorId,
    document: "package_order",
    id,
    no,
  });
}

/** Why nothing can be done with a package now: somebody outside still has to answer. */
export const waiting = ({ task }: { task?: string | null }): string | undefined => {
  const word = Object.entries(packageTasks).find(([name]) => name === task)?.[1].label;
  return word && `${word}，请等待对方答复`;
};
