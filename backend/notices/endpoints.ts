import type { Endpoint } from "../http/endpoint";
import { deleteNotice, remindNotice, remindNotices, revokeNotice } from "./actions";
import { auditNotice } from "./audit";
import { centrePage } from "./centre";
import { noticeDetail } from "./detail";
import { noticePage } from "./list";
import { setRead } from "./read";
import { saveNotice } from "./save";
import { exportReadSituation, readSituationPage } from "./situation";

/** Calls of market.md §9; the addresses are the specification's (7.2). */
export const noticeEndpoints: Endpoint[] = [
  noticePage,
  saveNotice,
  noticeDetail,
  centrePage,
  auditNotice,
  setRead,
  exportReadSituation,
  readSituationPage,
  remindNotice,
  remindNotices,
  revokeNotice,
  deleteNotice,
];
