import dayjs from "dayjs";
import { lockAdvisory } from "../../../db/advisory";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { soonUntil } from "./expiry";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Samples of one SKU and supplier take turns: version and the one in force depend on each other. */
const lockPair = ({ sql }: RuleContext, row: Values) =>
  lockAdvisory(sql, "sealSample", `${row.skuId}/${row.supplierId}`);

/** 封样 (supply.md 1). */
export const sealSampleRules: LegacyRules = {
  filters: {
    expiring: (value) => ({
      sql: value.split(",").includes("soon")
        ? "t.status = 'effective' and t.valid_until <= ?::date"
        : "true",
      values: value.split(",").includes("soon") ? [soonUntil()] : [],
    }),
  },
  async enrich(_c, rows) {
    const until = soonUntil();
    for (const row of rows)
      row.expiring = row.status === "effective" && String(row.validUntil) <= until ? "soon" : null;
  },
  async prefill({ sql, tenantId }, from) {
    if (!/^\d{1,18}$/.test(from.skuId ?? "")) return {};
    const row = await sql.one<Values>(
      `select k.id as "skuId", k.sku_code as "skuName", s.id as "supplierId", s.name as "supplierName"
       from sku k
       left join sku_supplier_price p on p.sku_id = k.id and p.is_default and p.del_flag = 0
       left join supplier s on s.id = p.supplier_id
       where k.id = $1 and k.tenant_id = $2 and k.del_flag = 0 limit 1`,
      [from.skuId, tenantId],
    );
    return row ? { ...row, sealDate: today() } : {};
  },
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    if (!whole.validUntil)
      next.validUntil = dayjs(String(whole.sealDate)).add(365, "day").format("YYYY-MM-DD");
    if (String(next.validUntil ?? whole.validUntil) <= String(whole.sealDate))
      throw at("validUntil", "有效期须晚于封样日");
    const kept = ["keepPurchase", "keepQc", "keepSupplier"].reduce(
      (n, name) => n + Number(whole[name] ?? 0),
      0,
    );
    if (kept !== Number(whole.qty)) throw at("qty", "采购、质检、供方留样数之和须等于封样数量");
    const moved =
      whole.skuId !== before?.skuId || whole.supplierId !== before?.supplierId || !before;
    if (!moved) return;
    await lockPair(c, whole);
    const last = await c.sql.one<{ n: number }>(
      `select coalesce(max(sample_version), 0)::int as n from seal_sample
       where sku_id = $1 and supplier_id = $2 and tenant_id = $3 and id is distinct from $4`,
      [whole.skuId, whole.supplierId, c.tenantId, before?.id ?? null],
    );
    next.sampleVersion = (last?.n ?? 0) + 1;
  },
  async onSubmit(_c, row) {
    const checks = row.checks as Row[];
    if (checks.some((x) => x.result === "ng")) throw conflict("存在不合格项，不能封样");
    const open = checks.findIndex((x) => !x.result);
    if (open >= 0) throw at(`checks.${open}.result`, "请选择判定");
    if (((row.photos as string[]) ?? []).length < 2) throw at("photos", "样品照片至少2张");
    if (!row.sealNo) throw at("sealNo", "请输入封条号");
  },
  async onApproved(c, row) {
    await lockPair(c, row);
    await c.sql.query(
      `update seal_sample set status = 'replaced', version = version + 1
       where sku_id = $1 and supplier_id = $2 and tenant_id = $3 and status = 'effective' and id <> $4`,
      [row.skuId, row.supplierId, c.tenantId, row.id],
    );
  },
};
