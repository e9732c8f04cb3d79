import { describe, expect, it } from "vitest";
import { conflict, Refusal, refusalOf } from "./refusal";

const of = (error: unknown) => {
  const { status, message } = refusalOf(error);
  return { status, message };
};

describe("any error as what the caller reads", () => {
  it("a refusal stays itself", () => {
    const own = conflict("不行");
    expect(refusalOf(own)).toBe(own);
    expect(own).toBeInstanceOf(Refusal);
  });

  it.each([
    [{ type: "entity.too.large" }, 413, "提交的内容过大"],
    [{ type: "entity.parse.failed" }, 400, "提交的内容无法解析"],
    [{ type: "request.aborted" }, 400, "提交的内容无法解析"],
    [{ type: "stream.not.readable" }, 400, "提交的内容无法解析"],
    [{ type: "stream.encoding.set" }, 500, "系统未知错误,请反馈给管理员"],
    [{ code: "22003" }, 400, "提交的内容有误"],
    [{ code: "22P02" }, 400, "提交的内容有误"],
    [{ code: "40P01" }, 409, "单据状态已变更，请刷新后重试"],
    [{ code: "ERP09", message: "缺少USD202506的汇率" }, 409, "缺少USD202506的汇率"],
    [{ code: "22012" }, 500, "系统未知错误,请反馈给管理员"],
    [new Error("secret of the house"), 500, "系统未知错误,请反馈给管理员"],
    [{ code: "53100" }, 507, "服务器磁盘已满，没有保存，请联系管理员清理磁盘"],
    [{ code: "ENOSPC", syscall: "write" }, 507, "服务器磁盘已满，没有保存，请联系管理员清理磁盘"],
    [{ code: "57P01" }, 503, "数据库暂时不可用，请稍后刷新确认结果后再试"],
    [{ code: "08006" }, 503, "数据库暂时不可用，请稍后刷新确认结果后再试"],
    [{ code: "ECONNRESET", syscall: "read" }, 503, "数据库暂时不可用，请稍后刷新确认结果后再试"],
    [{ code: "ENOENT", syscall: "connect" }, 503, "数据库暂时不可用，请稍后刷新确认结果后再试"],
    [new Error("Connection terminated unexpectedly"), 503, "数据库暂时不可用，请稍后刷新确认结果后再试"],
    [new Error("timeout expired"), 503, "数据库暂时不可用，请稍后刷新确认结果后再试"],
    [
      { code: "55000", message: 'database "erp" is not currently accepting connections' },
      503,
      "数据库暂时不可用，请稍后刷新确认结果后再试",
    ],
    [{ code: "55000" }, 500, "系统未知错误,请反馈给管理员"],
    [{ code: "ENOENT", syscall: "open" }, 500, "系统未知错误,请反馈给管理员"],
    [undefined, 500, "系统未知错误,请反馈给管理员"],
  ])("%j is %i", (error, status, message) => {
    expect(of(error)).toEqual({ status, message });
  });
});
