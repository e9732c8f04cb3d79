import { documentNamed, isDeclared } from "#documents";
import { listAddress } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { formatNumber } from "~/text/format";
import { Alert } from "~/ui/alert/alert";
import { Tag } from "~/ui/tag/tag";

interface Check {
  label: string;
  level: "block" | "warn";
  count: number;
  said?: string;
  document?: string;
  query?: Record<string, string>;
}

const says = ({ level, count }: Check) => {
  if (!count) return <Tag tone="green">无</Tag>;
  return level === "block" ? <Tag tone="red">须先处理</Tag> : <Tag tone="orange">提醒</Tag>;
};

/** The number, as the way to the list of just these rows. */
const counted = ({ count, document, query }: Check) =>
  count && document && isDeclared(document) ? (
    <a href={listAddress(documentNamed(document), query ?? {})}>{formatNumber(String(count), 0)}</a>
  ) : (
    formatNumber(String(count), 0)
  );

/** 关账检查 of a month: what blocks closing it, what is only to be known, each with its list. */
export function MonthChecks({ row }: DetailProps) {
  const checks = (row.checks as Check[] | null | undefined) ?? [];
  const blocked = checks.some((c) => c.level === "block" && c.count);
  const closed = row.status === "closed";
  return (
    <>
      {!closed && (
        <Alert tone={blocked ? "danger" : "info"}>
          {blocked
            ? "有须先处理的事项，处理后才能关账。"
            : "按月份顺序关账；标为提醒的事项在关账时再确认，以后在开放的月份登记。首个月份关账时，更早的业务一并关账。"}
        </Alert>
      )}
      <PartTable
        title={closed ? "关账时的检查" : "关账检查"}
        head={["检查项", "数量", "结果", "说明"]}
        rows={checks}
        cells={(check) => [check.label, counted(check), says(check), check.said || "—"]}
      />
    </>
  );
}
