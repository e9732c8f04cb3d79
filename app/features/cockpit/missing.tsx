import { Alert } from "~/ui";

/** What a profit is without, beside it: nobody brought these costs yet. */
export const without = (missing: readonly string[]): string => (missing.length ? `未含${missing.join("、")}` : "");

/** The same for a page of figures, each cost once. */
export function MissingNote({ missing }: { missing: readonly string[] }) {
  const names = [...new Set(missing)];
  if (!names.length) return null;
  return (
    <Alert tone="warning" title={`利润${without(names)}：`}>
      部分销量的这些费用还没有来源，不按0计算，有数据后自动计入
    </Alert>
  );
}
