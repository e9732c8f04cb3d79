import type { RuleContext } from "../../../documents/rules";
import { busySku } from "../../in-use";
import { tellStopped } from "./notice";

interface Stopping {
  /** Code of a SKU that has stock or is on an order that runs. */
  busy: string | undefined;
}

/** @returns the sentence when a SKU cannot be stopped */
export const stillBusy = ({ busy }: Stopping): string | undefined =>
  busy && `SKU ${busy} 仍有库存或在途，不能停用`;

/** 停用 of one SKU, easy ones too. */
export const stopping = {
  lock: async (c: RuleContext, { id }: { id: string }): Promise<Stopping> => ({
    busy: await busySku(c, [id]),
  }),
  guard: stillBusy,
  effect: (c: RuleContext, { row }: { row: { id: string } }) => tellStopped(c, [row.id]),
};
