import { adsFee } from "./ads-fee";
import { cooperation } from "./cooperation";
import { deliver } from "./deliver";
import { star } from "./star";

/** Declarations of 红人管理. */
export const kolDocuments = [star, cooperation, deliver, adsFee] as const;
