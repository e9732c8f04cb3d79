import dayjs from "dayjs";
import { moveTo, type RuleContext, rules, transition } from "#backend/engine/documents";
import { keep, lockAdvisory } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { DraftOf } from "#documents/kit";
import { sealSample } from "#documents/product/seal-sample";
import { SOON_DAYS } from "./expiry";

type SealSampleDraft = DraftOf<typeof sealSample>;
interface SealSamplePair {
  skuId?: string | null;
  supplierId?: string | null;
}

/** Samples of one SKU and supplier take turns: version and the one in force depend on each other. */
const lockPair = ({ sql }: RuleContext, { skuId, supplierId }: SealSamplePair) =>
  lockAdvisory(sql, "sealSample", `${skuId}/${supplierId}`);

/** The next version of samples of one SKU and supplier. */
async function nextVersion(c: RuleContext, pair: SealSamplePair, id?: string): Promise<number> {
  await lockPair(c, pair);
  const last = await c.sql.one<{ n: number }>(
    `select coalesce(max(sample_version), 0)::int as n from seal_sample
     where sku_id = $1 and supplier_id = $2 and tenant_id = $3 and id is distinct from $4`,
    [pair.skuId, pair.supplierId, c.tenantId, id ?? null],
  );
  return (last?.n ?? 0) + 1;
}

function requireKept({ qty, keepPurchase, keepQc, keepSupplier }: SealSampleDraft) {
  const kept = (keepPurchase ?? 0) + (keepQc ?? 0) + (keepSupplier ?? 0);
  if (kept !== qty) throw invalidAt("qty", "采购、质检、供方留样数之和须等于封样数量");
}

const submit = transition(sealSample, "submit", {
  guard({ row: { checks, photos, sealNo } }) {
    if (checks.some((x) => x.result === "ng")) return "存在不合格项，不能封样";
    const open = checks.findIndex((x) => !x.result);
    if (open >= 0) return invalidAt(`checks.${open}.result`, "请选择判定");
    if (photos.length < 2) return invalidAt("photos", "样品照片至少2张");
    return sealNo ? undefined : invalidAt("sealNo", "请输入封条号");
  },
});

/** The sample that was in force until now is replaced. */
const approved = transition(sealSample, "approved", {
  async effect(c, { row }) {
    await lockPair(c, row);
    const others = await c.sql.query<{ id: string }>(
      `select id from seal_sample
       where sku_id = $1 and supplier_id = $2 and tenant_id = $3 and status = 'effective' and id <> $4
       order by id ${keep(c.sql, "seal_sample")}`,
      [row.skuId, row.supplierId, c.tenantId, row.id],
    );
    await moveTo(
      c,
      sealSample,
      others.map((o) => o.id),
      "replaced",
      `封样 ${row.no} 生效`,
    );
  },
});

/** 封样 (supply.md 1). */
export const sealSampleRules = rules(sealSample, {
  expressions: {
    expiring: `case when t.status = 'effective'
      and t.valid_until <= (now() at time zone 'Asia/Shanghai')::date + ${SOON_DAYS} then 'soon' end`,
  },
  async prefill({ sql }, from) {
    const [skuId] = from.skuId ?? [];
    if (!skuId) return {};
    const row = await sql.one(
      `select k.id as "skuId", k.sku_code as "skuName", s.id as "supplierId", s.name as "supplierName"
       from sku k
       left join sku_supplier_price p on p.sku_id = k.id and p.is_default and p.del_flag = 0
       left join supplier s on s.id = p.supplier_id
       where k.id = $1 limit 1`,
      [skuId],
    );
    return row ? { ...row, sealDate: today() } : {};
  },
  async beforeSave(c, next, before) {
    const whole: SealSampleDraft = { ...before, ...next };
    if (!whole.validUntil) next.validUntil = dayjs(whole.sealDate).add(365, "day").format("YYYY-MM-DD");
    if ((next.validUntil ?? whole.validUntil ?? "") <= (whole.sealDate ?? ""))
      throw invalidAt("validUntil", "有效期须晚于封样日");
    requireKept(whole);
    if (!before || whole.skuId !== before.skuId || whole.supplierId !== before.supplierId)
      next.sampleVersion = await nextVersion(c, whole, before?.id);
  },
  transitions: [submit, approved],
});
