import type { Row, RuleContext, Rules, Transition, Values } from "../rules";

type Hook = (c: RuleContext, row: Row) => Promise<void>;

/** Rules as hooks, until each document has its transitions. */
export interface LegacyRules extends Omit<Rules, "beforeSave"> {
  // biome-ignore lint/suspicious/noExplicitAny: goes with this file
  beforeSave?(c: RuleContext, next: Values, before?: Row): Promise<any>;
  onSubmit?: Hook;
  undoSubmit?: Hook;
  onApproved?: Hook;
  returnedTo?(row: Row, status: "draft" | "rejected"): string;
  beforeDelete?: Hook;
  lockFirst?(c: RuleContext, action: string, id: string): Promise<void>;
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions answer nothing
  actions?: Record<string, (c: RuleContext, row: Row, input: Values) => Promise<Values | void>>;
}

const whileDoing = (hook: Hook | undefined) => async (c: RuleContext, row: Row) => {
  if (c.sql.held) await hook?.(c, row);
  return {};
};

/** The transitions that hooks stand for: they run before the state is written, as they always did. */
export function modern(rules: LegacyRules): Rules {
  const { onSubmit, undoSubmit, onApproved, returnedTo, beforeDelete, actions = {} } = rules;
  const found: Transition[] = [];
  const add = (action: string, t: Omit<Transition, "action">) => {
    if (rules.transitions?.some((own) => own.action === action)) return;
    const lockFirst = rules.lockFirst;
    found.push({
      action,
      ...(lockFirst && { lockFirst: (c: RuleContext, id: string) => lockFirst(c, action, id) }),
      ...t,
    });
  };
  const scene = (s: object) => (s as { row: Row }).row;
  if (onSubmit || rules.lockFirst) add("submit", { lock: whileDoing(onSubmit) });
  if (beforeDelete) add("del", { lock: whileDoing(beforeDelete) });
  if (onApproved || rules.lockFirst)
    add("approved", { effect: async (c, s) => onApproved?.(c, scene(s)) });
  if (undoSubmit || returnedTo)
    add("returned", {
      lock: whileDoing(undoSubmit),
      ...(returnedTo && {
        to: (s: object, input: Values) =>
          returnedTo(scene(s), input.status === "draft" ? "draft" : "rejected"),
      }),
    });
  for (const [action, act] of Object.entries(actions))
    add(action, { effect: (c, s, input) => act(c, scene(s), input) });
  return { ...rules, transitions: [...(rules.transitions ?? []), ...found] };
}

/** Rules of a document that are written as hooks still. */
export const rulesOf = (
  { name }: { name: string },
  own: LegacyRules,
): LegacyRules & { document: string } => ({ ...own, document: name });
