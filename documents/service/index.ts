import { allOrder } from "./all-order";
import { csRefund } from "./cs-refund";
import { customer } from "./customer";
import { csThread } from "./thread";
import { voc } from "./voc";

/** Declarations of 客服管理. */
export const serviceDocuments = [allOrder, csThread, csRefund, voc, customer] as const;
