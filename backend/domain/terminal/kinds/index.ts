import type { TerminalKind } from "#documents/wms/terminal/words";
import type { DomainKind } from "../kind";
import { inspect } from "./inspect";
import { otherInJob, otherOutJob } from "./other";
import { sign } from "./sign";
import { move, pack, receive } from "./transfer";

export const kinds: Readonly<Record<TerminalKind, DomainKind>> = {
  sign,
  inspect,
  in: otherInJob,
  out: otherOutJob,
  pack,
  receive,
  move,
};
