import { adsFee } from "#documents/kol/ads-fee";
import { deliver } from "#documents/kol/deliver";
import { rebate } from "#documents/promotion/rebate";
import { evaRequest } from "#documents/promotion/request";
import type { Formula } from "~/erp/cockpit.server";
import { Descriptions, Dialog, withParams } from "~/ui";

/** Documents whose costs are 推广费, each with the states in which it is one. */
const SOURCES = [
  { ...evaRequest.screens, label: "测评请款", status: "paid" },
  { ...adsFee.screens, label: "红人广告费", status: "paid" },
  { ...deliver.screens, label: "红人寄样", status: "shipped,signed,exception" },
  { ...rebate.screens, label: "返利单", status: "settled" },
];

const PromoSources = () => (
  <>
    已付款当日计入：
    {SOURCES.map(({ list, label, status }, i) => (
      <span key={list}>
        {i > 0 && "、"}
        <a href={withParams(list, { status })}>{label}</a>
      </span>
    ))}
    ；收到的返点冲减
  </>
);

/** How each measure comes about, in words. */
export const Formulas = ({ formulas, closeHref }: { formulas: readonly Formula[]; closeHref: string }) => (
  <Dialog title="指标口径" closeHref={closeHref}>
    <Descriptions
      columns={1}
      items={[
        ...formulas.map((f) => ({ label: f.name, value: f.formula, wide: true })),
        { label: "推广费", value: <PromoSources />, wide: true },
      ]}
    />
  </Dialog>
);
