import { z } from "zod";
import { wireId, wireTime } from "#backend/platform/http";

const at = wireTime.nullable();
const by = wireId.nullable();
const text = z.string().nullable();
const count = z.number().int();

/** What a receiver sees in the centre and in the bell. */
export const centreRow = z.object({
  id: wireId,
  title: z.string(),
  isRead: z.enum(["0", "1"]),
  new: z.boolean(),
  pushType: z.string(),
  pushDescribe: z.string(),
  pushTime: wireTime,
  level: z.string(),
  bizPath: text,
  readTime: at,
  remindCount: count,
  status: z.string(),
});

/** What a manager sees of a notice. */
export const managedRow = z.object({
  id: wireId,
  version: count,
  no: text,
  title: z.string(),
  pushDescribe: z.string(),
  pushType: z.string(),
  level: z.string(),
  scopeType: z.string(),
  scopeIds: z.array(wireId),
  scopeNames: z.array(z.string()),
  deptIds: z.array(wireId),
  deptNames: z.array(z.string()).nullable(),
  roleIds: z.array(wireId),
  roleNames: z.array(z.string()).nullable(),
  userIds: z.array(wireId),
  userNames: z.array(z.string()).nullable(),
  channels: z.array(z.string()),
  pushMode: z.string(),
  planTime: at,
  pushTime: at,
  expireTime: at,
  submitTime: at,
  auditStatus: text,
  auditBy: by,
  auditByName: text,
  auditTime: at,
  auditOpinion: text,
  revokeReason: text,
  revokeTime: at,
  targetCount: count,
  readCount: count,
  /** Percent with two decimals; null before the push. */
  readRate: text,
  status: z.string(),
  createBy: by,
  createByName: text,
  createTime: wireTime,
  updateBy: by,
  updateTime: at,
});

/** Row after a transition. */
export const movedRow = z.object({ id: wireId, version: count, status: z.string() });

/** A receiver or a manager gets its own view, both with text and attachments. */
export const detailRow = z.looseObject({
  id: wireId,
  title: z.string(),
  content: z.string(),
  attachments: z.array(z.looseObject({ id: wireId, name: z.string(), url: z.string() })),
});

/** One receiver in the read situation. */
export const situationRow = z.object({
  userId: wireId,
  displayname: z.string(),
  deptName: text,
  isRead: z.enum(["0", "1"]),
  readTime: at,
  remindCount: count,
});
