import { z } from "zod";
import { formatMoney } from "~/text";
import { DataUpTo } from "../base/data-up-to";

const schema = z.object({
  settledPercent: z.string().nullable(),
  estimated: z.string().nullable(),
  late: z.string().nullable(),
  compared: z.object({ first: z.string(), last: z.string(), reaches: z.boolean() }).nullable(),
});

/** Less than nothing: settlements took the place of estimates of months that are closed. */
const estimatedSaid = (amount: string | null) =>
  amount?.startsWith("-") ? `冲回以前月份预估 ${formatMoney(amount.slice(1))}元` : `预估 ${formatMoney(amount)}元`;

interface Compared {
  first: string;
  last: string;
  reaches: boolean;
}

const comparedSaid = ({ first, last, reaches }: Compared) =>
  `对比期 ${first} 至 ${last}${reaches ? "" : "：那时的数据不全，不作对比"}`;

/** Above a level of 利润报表: how far its data reaches, what of it is settled, and what is about earlier months. */
export function ProfitHead({ found }: { found: Readonly<Record<string, unknown>> }) {
  const read = schema.safeParse(found);
  if (!read.success) return <DataUpTo found={found} />;
  const { settledPercent, estimated, late, compared } = read.data;
  const said = [
    ...(settledPercent === null
      ? []
      : [
          `费用已结算 ${settledPercent}%`,
          estimatedSaid(estimated),
          late === null ? "不含以前月份调整" : `含以前月份调整 ${formatMoney(late)}元`,
        ]),
    ...(compared ? [comparedSaid(compared)] : []),
  ];
  return (
    <>
      <DataUpTo found={found} />
      {said.length > 0 && <p className="hint">{said.join("　")}</p>}
    </>
  );
}
