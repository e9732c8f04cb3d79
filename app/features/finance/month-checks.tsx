import { documentNamed, isDeclared } from "#documents";
import type { MonthCheck } from "#documents/finance/month-close";
import { listAddress } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { formatNumber } from "~/text";
import { Alert, Tag } from "~/ui";

const says = ({ level, count }: MonthCheck) => {
  if (!count) return <Tag tone="green">无</Tag>;
  return level === "block" ? <Tag tone="red">须先处理</Tag> : <Tag tone="orange">提醒</Tag>;
};

/** The number, as the way to the list of just these rows. */
const counted = ({ count, document, query }: MonthCheck) =>
  count && document && isDeclared(document) ? (
    <a href={listAddress(documentNamed(document), query ?? {})}>{formatNumber(count, 0)}</a>
  ) : (
    formatNumber(count, 0)
  );

const urgency = ({ level, count }: MonthCheck) => (!count ? 2 : level === "block" ? 0 : 1);

const Checks = ({ title, checks }: { title: string; checks: readonly MonthCheck[] }) => (
  <PartTable
    title={title}
    head={["检查项", "数量", "结果", "说明"]}
    rows={[...checks]}
    cells={(check) => [check.label, counted(check), says(check), check.said || "—"]}
  />
);

/** 关账检查 of a month: what blocks closing it, then what is only to be known, each with its list. */
export function MonthChecks({ row }: DetailProps<"month_close">) {
  const checks = [...(row.checks ?? [])].sort((a, b) => urgency(a) - urgency(b));
  const blocked = checks.some((c) => c.level === "block" && c.count);
  const closed = row.status === "closed";
  const open = checks.filter((check) => check.count);
  const rest = checks.filter((check) => !check.count);
  return (
    <>
      {!closed && (
        <Alert tone={blocked ? "danger" : "info"}>
          {blocked
            ? "有须先处理的事项，处理后才能关账。"
            : "按月份顺序关账；标为提醒的事项在关账时再确认，以后在开放的月份登记。首个月份关账时，更早的业务一并关账。"}
        </Alert>
      )}
      {open.length > 0 ? (
        <Checks title={closed ? "关账时的检查" : "关账检查"} checks={open} />
      ) : (
        <p className="hint">{rest.length}项检查都没有问题</p>
      )}
      {rest.length > 0 && (
        <details open={closed}>
          <summary>没有问题的{rest.length}项</summary>
          <Checks title="没有问题的检查" checks={rest} />
        </details>
      )}
    </>
  );
}
