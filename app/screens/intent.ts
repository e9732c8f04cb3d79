import type { z } from "zod";
import { asksRows, type DocumentType, submitOf } from "#documents/kit";
import { actTarget, countButton, countTarget, rowButton, undoTarget } from "./act/target";
import { bulkTarget } from "./bulk/target";
import { attachTarget, commentTarget, starTarget } from "./detail/target";
import { exportTarget } from "./export/target";
import { formTarget, lineButton, lineTarget } from "./form/target";
import { type FramePosted, textsOf } from "./frame/posted";
import { importTarget } from "./import/target";
import { columnsTarget, inlineTarget } from "./list/target";
import { sheetTarget } from "./sheet/target";
import { viewTarget } from "./views/target";

/** What forms of declared screens ask for, and what each kind works on. */
const targets = {
  addLine: lineTarget,
  copyLine: lineTarget,
  fillLines: lineTarget,
  removeLine: lineTarget,
  save: formTarget,
  submit: formTarget,
  delete: actTarget,
  action: actTarget,
  undo: undoTarget,
  batch: actTarget,
  count: countTarget,
  attach: attachTarget,
  comment: commentTarget,
  star: starTarget,
  bulk: bulkTarget,
  export: exportTarget,
  inline: inlineTarget,
  sheet: sheetTarget,
  propose: sheetTarget,
  columns: columnsTarget,
  view: viewTarget,
  import: importTarget,
};

export type IntentKind = keyof typeof targets;
export type Target<K extends IntentKind> = z.output<(typeof targets)[K]>;
export type Intent<K extends IntentKind = IntentKind> = { [P in K]: { kind: P; target: Target<P> } }[K];

const plain = [
  "columns",
  "import",
  "view",
  "inline",
  "sheet",
  "propose",
  "bulk",
  "export",
] as const satisfies IntentKind[];
const lineKinds = {
  ...({ add: "addLine", more: "addLine", copy: "copyLine" } as const),
  ...({ fill: "fillLines", remove: "removeLine" } as const),
};

function kindOf(posted: FramePosted, document: DocumentType): IntentKind | null {
  const of = (name: string) => posted[name]?.[0] ?? "";
  const own = plain.find((kind) => kind === of("_action"));
  if (own) return own;
  if (of("_undo")) return "undo";
  const row = rowButton(of("_row"));
  const name = row?.name ?? (of("_next") || of("_do"));
  if (name === "comment" || name === "attach" || name === "star") return name;
  if (name === "add" || name === "edit") {
    const line = lineButton(of("_line"));
    if (line) return lineKinds[line.verb];
    return posted._submit && submitOf(document) ? "submit" : "save";
  }
  if (name !== "del" && !document.actions?.[name]) return null;
  if (!row && asksRows(document.actions?.[name]) && countButton(of("_line"))) return "count";
  if (!row && (posted._id?.length ?? 0) > 1) return "batch";
  return name === "del" ? "delete" : "action";
}

/** What a posted form asks for. @throws Response 400 for what no form of ours asks */
export function readIntent(form: FormData, document: DocumentType): Intent {
  const posted = textsOf(form);
  const kind = kindOf(posted, document);
  const target = kind && targets[kind].safeParse(posted);
  if (!target?.success) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  return { kind, target: target.data } as Intent;
}
