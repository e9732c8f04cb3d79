import { sum } from "../../../values/money";
import type { Lot } from "./bought";
import type { Line } from "./generate";
import { declaredQtys, texts } from "./merge";

/** Lots of the SKUs of a line. */
const lotsIn = <L extends Pick<Lot, "skuId">>(
  { skuQtys }: Pick<Line, "skuQtys">,
  lots: readonly L[],
) => {
  const skus = declaredQtys([{ skuQtys }]);
  return lots.filter((lot) => skus.has(lot.skuId));
};

const contractsIn = (line: Line, lots: readonly Lot[]) =>
  texts(lotsIn(line, lots).map((lot) => lot.contract));

/** Lines without the contracts that their lots named until now: nobody wrote those. */
export const unnamed = (items: readonly Line[], lots: readonly Lot[]): Line[] =>
  items.map((line) =>
    line.contractNo === contractsIn(line, lots) ? { ...line, contractNo: null } : line,
  );

/** Lines with what the lots say that they take from now on in the place of those before. */
export const taking = (
  items: readonly Line[],
  before: readonly Lot[],
  lots: readonly Lot[],
): Line[] =>
  unnamed(items, before).map((line) => ({
    ...line,
    contractNo: line.contractNo || contractsIn(line, lots),
    purchaseAmount: sum(lotsIn(line, lots).map((lot) => lot.amount)),
  }));

/** Which receipts the pieces of a line came with. */
export const receiptsIn = (
  line: Line,
  lots: readonly (Lot & { signNo: string | null })[],
): string =>
  lotsIn(line, lots)
    .map((lot) => `${lot.signNo ?? "无签收记录"}×${lot.qty}`)
    .join("、");
