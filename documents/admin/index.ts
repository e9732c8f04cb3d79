import { client } from "./client";
import { dept } from "./dept";
import { dict } from "./dict";
import { file } from "./file";
import { log } from "./log";
import { menu } from "./menu";
import { notification } from "./notification";
import { param } from "./param";
import { piiAccessLog } from "./pii-access-log";
import { role } from "./role";
import { tenant } from "./tenant";
import { token } from "./token";
import { user } from "./user";

/** Declarations of 系统管理. */
export const adminDocuments = [
  menu,
  user,
  role,
  dept,
  dict,
  param,
  tenant,
  log,
  token,
  client,
  file,
  notification,
  piiAccessLog,
] as const;
