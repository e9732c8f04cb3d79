import type { Group13 } from "~/erp/cockpit.server";
import { Chart } from "~/features/figure/chart";
import { formatPercent, formatWan } from "~/text/format";
import { LinkButton } from "~/ui/button/button";
import { Descriptions } from "~/ui/description/description";
import { Drawer } from "~/ui/dialog/dialog";
import { withParams } from "~/ui/url";
import { groupFigures } from "./figures";
import { MissingNote } from "./missing";
import { monthText } from "./query";

interface GroupDrawerProps {
  group: Group13;
  /** The page without the drawer. */
  url: string;
  month: string;
}

const Amount = ({ value }: { value: number | null }) => (
  <span className={value !== null && value < 0 ? "fall" : undefined}>{formatWan(value)}</span>
);

/** One group over 13 months, in front of the overview: a state of the address. */
export function GroupDrawer({ group, url, month }: GroupDrawerProps) {
  const last = <T,>(values: readonly T[]) => values.at(-1) ?? null;
  return (
    <Drawer
      title={`${group.groupName}：近13个月`}
      closeHref={url}
      footer={
        <LinkButton
          tone="primary"
          href={withParams(url, { groupId: group.groupId, current: null })}
        >
          下钻到型号
        </LinkButton>
      }
    >
      <div className="board">
        <MissingNote missing={group.missing} />
        <Descriptions
          columns={2}
          items={[
            { label: "月份", value: monthText(month) },
            { label: "主营业务收入", value: formatWan(last(group.income)) },
            { label: "净利润", value: <Amount value={last(group.netProfit)} /> },
            { label: "毛利率", value: formatPercent(last(group.grossProfitPercent)) },
            { label: "广告费率", value: formatPercent(last(group.adSpendPercent)) },
            { label: "退款率", value: formatPercent(last(group.refundPercent)) },
          ]}
        />
        {groupFigures(group).map((data) => (
          <Chart key={data.id} data={data} />
        ))}
      </div>
    </Drawer>
  );
}
