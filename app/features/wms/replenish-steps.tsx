import { documentNamed, isDeclared } from "#documents";
import { listAddress } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";

interface Step {
  label: string;
  says: string;
  value: string;
  document?: string;
  where?: Record<string, string>;
}

/** The figure, as the way to the list that it comes from. */
const figure = ({ value, document, where }: Step) =>
  document && isDeclared(document) ? (
    <a href={listAddress(documentNamed(document), where ?? {})}>{value}</a>
  ) : (
    value
  );

/** 计算过程 of a suggestion: each step in words, its figure and where that comes from. */
export const ReplenishSteps = ({ row }: DetailProps) => (
  <PartTable
    title="计算过程"
    head={["步骤", "结果", "怎么算的"]}
    rows={(row.steps as Step[] | null | undefined) ?? []}
    cells={(step) => [step.label, figure(step), step.says]}
  />
);
