import { type DocumentType, stagesOf } from "#documents/kit";
import { Stages } from "~/ui/steps/stages";
import type { Row } from "../row/row";
import { waitsFor } from "../row/waits";

/** States from which an action of the document leads to this one. */
const leading = ({ actions = {} }: DocumentType, state: string): string[] =>
  Object.values(actions).flatMap((a) => (a.to === state ? [...(a.from ?? [])] : []));

/** Where the document is on its way. */
export function StageBar({ document, row }: { document: DocumentType; row: Row }) {
  const { status } = document;
  if (!status) return null;
  const state = String(row[status.field]);
  const stages = stagesOf(status, state, leading(document, state));
  if (stages.length < 2) return null;
  return (
    <Stages
      label="进展"
      items={stages.map(({ state: key, label, place }) => ({
        ...{ key, label, place },
        note: place === "current" ? waitsFor(row) : null,
      }))}
    />
  );
}
