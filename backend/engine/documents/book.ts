import { comesBack, type DocumentType } from "#documents/kit";
import type { FlowContext, FlowEnd } from "../workflow/flow";
import { flowEnd } from "./lifecycle/approval";
import { transitionOf } from "./lifecycle/ask";
import type { Engine, RuleContext, Rules } from "./rules";

/** The page of a flow knows flows alone: what ends one also knows the rules of other documents. */
const knowing = (end: FlowEnd<RuleContext>, engine: () => Engine): FlowEnd => {
  const whole = (c: FlowContext): RuleContext => ({ ...c, ...engine() });
  return {
    document: end.document,
    approved: (c, id) => end.approved(whole(c), id),
    rejected: (c, id) => end.rejected(whole(c), id),
    withdrawn: (c, id) => end.withdrawn(whole(c), id),
    lock: (c, id) => end.lock(whole(c), id),
    read: (c, id, anyScope) => end.read(whole(c), id, anyScope),
    against: (c, id) => end.against(whole(c), id),
    budget: (c, id) => end.budget(whole(c), id),
    snapshot: (c, id) => end.snapshot(whole(c), id),
    log: (c, id, action, diff) => end.log(whole(c), id, action, diff),
  };
};

/** The rules of these documents by name, and what ends their approvals. */
export function ruleBook(documents: readonly DocumentType[], rules: Readonly<Record<string, Rules>>): Engine {
  for (const document of documents)
    if (comesBack(document) && transitionOf(rules[document.name] ?? {}, "del")?.effect)
      throw new Error(`${document.name}: what its deletion changes does not come back: can.undelete`);
  const book = new Map(documents.map((document) => [document.name, { document, rules: rules[document.name] ?? {} }]));
  const flows: Engine["flows"] = new Map(
    [...book].flatMap(([name, { document, rules: own }]) =>
      document.flow ? [[name, knowing(flowEnd(document, own), () => engine)] as const] : [],
    ),
  );
  const engine: Engine = { book, flows };
  return engine;
}
