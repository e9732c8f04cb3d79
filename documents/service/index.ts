import { csRefund } from "./cs-refund";
import { customer } from "./customer";
import { voc } from "./voc";

/** Declarations of 客服管理. */
export const serviceDocuments = [csRefund, voc, customer] as const;
