import dayjs from "dayjs";
import { freightTemplate } from "#documents/logistics/freight-template";
import { supplier } from "#documents/supplier/supplier";
import type { Sql } from "../../../db/sql";
import { moveTo } from "../../../documents/lifecycle/move";
import { uploadSample } from "../../sample-files";
import { act, approveAll, asSystem, draft, personAt } from "../acting";
import { CHANNELS, LAST_MILE } from "./channels";

/** Two forwarders of the suppliers, and a courier besides. */
async function carriers(sql: Sql): Promise<{ id: string; name: string }[]> {
  const buyer = await personAt(asSystem(sql), "buyer");
  const courier = await draft(buyer, supplier, {
    ...{ name: "深圳市迅达国际快递有限公司", shortName: "迅达快递", supplierType: "logistics" },
    ...{ country: "CN", creditCode: "91440300MA5XD00888", level: "A", currency: "CNY" },
    ...{ settleMethod: "monthly", periodDays: 30, buyerId: buyer.caller.userId, leadDays: 1 },
    ...{ contactName: "何迅", contactPhone: "13900002222", address: "深圳市宝安区机场路8号" },
    qualifications: [await uploadSample(buyer, "document", "营业执照.pdf")],
    accounts: [
      {
        ...{ accountName: "深圳市迅达国际快递有限公司", bankName: "示例银行" },
        ...{ accountNo: "6222888800009999", currency: "CNY", isDefault: true, enabled: true },
      },
    ],
  });
  await act(buyer, "supplier", courier.id, "submit");
  await approveAll(asSystem(sql), "supplier", courier.id);
  return sql.query(
    `select id, short_name as name from supplier
     where supplier_type = 'logistics' and status = 'approved' and del_flag = 0 order by id limit 3`,
  );
}

/** Freight templates: those in force, one out of force, one expired, one not yet agreed. */
export async function insertTemplates(sql: Sql, today: string): Promise<number> {
  const clerk = await personAt(asSystem(sql), "logistics");
  const day = (days: number) => dayjs(today).add(days, "day").format("YYYY-MM-DD");
  const period = { validFrom: day(-75), validTo: day(105) };
  let count = 0;
  for (const [i, { id: providerId, name }] of (await carriers(sql)).entries())
    for (const values of CHANNELS[i] ?? []) {
      const { id } = await draft(clerk, freightTemplate, {
        ...{ ...values, ...period, providerId, name: `${name}${values.channelName}` },
      });
      await act(clerk, "freight_template", id, "enable");
      count++;
    }
  // Parcels to customers are priced by the country that their channels reach first.
  await sql.query(
    `update logistics_channel c set freight_template_id = t.id from freight_template t
     where t.channel_name = $1 || (c.countries)[1]`,
    [LAST_MILE],
  );
  const first = await sql.one<{ providerId: string }>(
    `select provider_id as "providerId" from freight_template order by id limit 1`,
  );
  const old = async (name: string) => {
    const values = { ...CHANNELS[0]?.[0], ...period, providerId: first?.providerId };
    const next = { ...values, name, channelName: name };
    return (await draft(clerk, freightTemplate, next)).id;
  };
  const [off, past] = [await old("美西慢船"), await old("美西快船（上半年）")];
  await old("美东快船（询价中）");
  await act(clerk, "freight_template", off, "enable");
  await act(clerk, "freight_template", off, "disable");
  await act(clerk, "freight_template", past, "enable");
  await sql.query("update freight_template set valid_from = $2, valid_to = $3 where id = $1", [
    ...[past, day(-240), day(-60)],
  ]);
  await moveTo(asSystem(sql), freightTemplate, past, "expired", "自动过期");
  return count + 3;
}
