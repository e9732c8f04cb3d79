import { invalid, type Refusal } from "../../http/refusal";

/** A refusal that stands at one field. */
export const at = (path: string, message: string): Refusal => invalid(message, { [path]: message });
