import { collided, errorText } from "../db/errors";
import { UnknownOrder } from "../db/page";

/** The one error class of the backend: an HTTP status and the Chinese sentence that the user reads. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Field path → sentence, when the refusal is about input. */
    readonly fields?: Record<string, string>,
  ) {
    super(message);
  }
}

/** A refusal that ends when the caller says that it is meant so. */
export class Question extends Refusal {}

export const invalid = (message: string, fields?: Record<string, string>) => new Refusal(400, message, fields);
/** The sentence stands at one field of the form. */
export const invalidAt = (path: string, message: string) => invalid(message, { [path]: message });
export const forbidden = (message = "当前操作没有权限") => new Refusal(403, message);
export const missing = (message = "单据不存在") => new Refusal(404, message);
export const conflict = (message: string) => new Refusal(409, message);

/** What PostgreSQL says of values that no schema caught: out of range, no number, no time, NUL in a text. */
const BAD_VALUE = new Set(["22001", "22003", "22007", "22008", "22021", "22P02", "22P05"]);
/** PostgreSQL or the system cannot write any more. */
const DISK_FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** The server goes, is not there yet, takes no more connections or has become a standby; the driver lost it. */
const DATABASE_GONE = /^(57P0[123]|53300|25P03|25006|08\w{3})$/;
const CONNECTION_LOST =
  /^(Connection (terminated|ended)|Client (has encountered a connection error|was closed)|timeout (exceeded when trying to connect|expired)$|database .+ is not currently accepting connections)/;
/** The socket to it broke in the middle of a statement. */
const SOCKET_BROKE = /^(ECONNRESET|EPIPE|ERR_STREAM_(DESTROYED|WRITE_AFTER_END))$/;
/** A statement took longer than it may: what it belonged to is taken back. */
const TOO_LONG = "57014";
/** A database function refuses with a sentence for the reader. */
const SAID = "ERP09";

/** Every error as the refusal that the caller reads; unknown ones are status 500. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof UnknownOrder) return invalid(error.message, { [error.asked]: error.message });
  const [type, code] = [errorText(error, "type"), errorText(error, "code")];
  if (type === "entity.too.large") return new Refusal(413, "提交的内容过大");
  // A stream that cannot be read is one whose sender has gone.
  if (/^(entity|encoding|charset|parameters|request)\.|^stream\.not\.readable$/.test(type))
    return invalid("提交的内容无法解析");
  if (BAD_VALUE.has(code)) return invalid("提交的内容有误");
  if (collided(error)) return conflict("单据状态已变更，请刷新后重试");
  if (DISK_FULL.has(code)) return new Refusal(507, "服务器磁盘已满，没有保存，请联系管理员清理磁盘");
  if (isDatabaseGone(error, code)) return new Refusal(503, "数据库暂时不可用，请稍后刷新确认结果后再试");
  if (code === TOO_LONG) return new Refusal(503, "数据库没有在限定时间内完成，没有保存，请缩小范围或稍后再试");
  if (code === SAID) return conflict(errorText(error, "message"));
  return new Refusal(500, "系统未知错误,请反馈给管理员");
}

const isDatabaseGone = (error: unknown, code: string): boolean =>
  DATABASE_GONE.test(code) ||
  SOCKET_BROKE.test(code) ||
  errorText(error, "syscall") === "connect" ||
  CONNECTION_LOST.test(errorText(error, "message"));
