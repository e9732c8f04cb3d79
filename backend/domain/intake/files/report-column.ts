import { pick, rules } from "#backend/engine/documents";
import { columnName } from "#backend/engine/reports/read";
import { invalidAt } from "#backend/platform/http";
import { reportColumn } from "#documents/base/report-column";
import { reportFile } from "#documents/base/report-file";
import { LACKS } from "../report-file";
import { columnsRead } from "./columns";

/** 列名对照 (figures.md A.5): names are compared as columns are, and each is given once per report. */
export const reportColumnRules = rules(reportColumn, {
  async beforeSave(_c, next, before) {
    const kind = next.reportKind ?? before?.reportKind;
    if (!kind) return;
    const said = columnName(next.said ?? before?.said ?? "");
    const name = columnName(next.columnName ?? before?.columnName ?? "");
    const read = columnsRead(kind);
    if (!read.includes(name)) throw invalidAt("columnName", `该报告没有“${name}”这一列，可以是：${read.join("、")}`);
    if (read.includes(said)) throw invalidAt("said", `“${said}”是系统的列名，不用对照`);
    Object.assign(next, { said, columnName: name, rowKey: `${kind} ${said}` });
  },
  /** A refused file leads here: its report, the first column that it lacks, and what it has instead. */
  async prefill(c, { fileId }) {
    const [id] = fileId ?? [];
    const file = id && (await pick(c, reportFile, id, ["kind", "problem", "unread"]));
    if (!file?.kind || !file.problem?.startsWith(LACKS)) return {};
    const missing = file.problem.slice(LACKS.length).split("、");
    const also = missing.length > 1 ? `还缺少：${missing.slice(1).join("、")}。` : "";
    return {
      reportKind: file.kind,
      columnName: missing[0],
      told: `${also}文件中没有读取的列：${file.unread || "无"}。保存后在“报告文件”重新解析`,
    };
  },
});
