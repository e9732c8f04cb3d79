import { rules, transition } from "#backend/engine/documents";
import { invalid } from "#backend/platform/http";
import { logisticsChannel } from "#documents/base/logistics-channel";

const del = transition(logisticsChannel, "del", {
  lock: async ({ sql }, { id }) => ({
    used: await sql.one("select 1 from package_order where logistics_channel_id = $1 limit 1", [id]),
  }),
  guard: ({ used }) => used && "已有包裹使用此物流渠道，不能删除",
});

/** 物流渠道 (market.md 0.6). */
export const logisticsChannelRules = rules(logisticsChannel, {
  async beforeSave({ sql, tenantId }, next) {
    if (!next.countries?.length) return;
    const countries = [...new Set(next.countries)];
    const known = await sql.query<{ value: string }>(
      `select value from sys_dict_item
       where tenant_id = $1 and dict_type = 'country' and del_flag = 0 and value = any($2)`,
      [tenantId, countries],
    );
    const strange = countries.find((c) => !known.some(({ value }) => value === c));
    const message = `没有国家 ${strange}，请填写国家代码，如 US`;
    if (strange !== undefined) throw invalid(message, { countries: message });
    next.countries = countries;
  },
  transitions: [del],
});
