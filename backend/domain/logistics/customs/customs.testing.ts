import { evidence, uploadEvidence } from "../../../../tests/evidence";
import { TRANSFER, type Yard } from "../transfer/transfer.testing";

export const CUSTOMS = "/logistics/customs";
export const CABINET = "/logistics/cabinet";

type Body = Record<string, unknown>;

/** What customs and a ship need beside a yard: a broker, what its SKUs declare, the calls of both. */
export async function openPort(s: Yard) {
  await uploadEvidence(s.db);
  const idOf = async (sql: string) => (await s.db.one<{ id: string }>(sql))?.id ?? "";
  const brokerId = await idOf(
    `insert into supplier (no, name, status, supplier_type, currency)
     values ('GY-CUS', '测试报关行', 'approved', 'customs', 'CNY') returning id`,
  );
  const companyId = await idOf("select id from company order by id limit 1");
  const providerId = await idOf("select id from supplier where supplier_type = 'logistics' order by id limit 1");
  await s.db.query(
    `update sku set hs_code = '3924100000', declare_name_cn = '塑料餐具', declare_unit = '个',
       declare_elements = '材质：塑料；用途：家用', origin_country = 'CN', declare_price = 2.5,
       export_refund_rate = 13, net_weight_g = 350 where id = any($1::bigint[])`,
    [s.skus],
  );
  await s.db.query("update exchange_rate set my_rate = 7.1 where currency = 'USD'");
  /** A transfer that is in its boxes. */
  const packed = async (body: Body) => {
    const id = await s.approved(body);
    await s.done(id, "pack");
    return id;
  };
  const calls = (api: string) => ({
    add: async (body: Body) => (await s.clerk.add(api, body)).id,
    save: (body: Body) => s.refused(s.clerk.send("POST", api, body)),
    act: (id: string, action: string, body: Body = {}) => s.clerk.act(api, id, action, body),
    done: async (id: string, action: string, body: Body = {}) => s.o.good(await s.clerk.act(api, id, action, body)),
    refused: (id: string, action: string, body: Body = {}) => s.refused(s.clerk.act(api, id, action, body)),
    read: (id: string) => s.o.as("admin").read<Body & { items: Body[] }>(api, id),
  });
  const customs = calls(CUSTOMS);
  const declaration = (transferId: string, more: Body = {}): Body => ({
    customsType: "1",
    transferId,
    companyId,
    brokerId,
    tradeTerm: "FOB",
    currency: "USD",
    exportPort: "5304",
    ...more,
  });
  /** Everything that a line asks for at submit. */
  const complete = async (id: string, more: Body = {}) => {
    const { items } = await customs.read(id);
    const filled = items.map((line) => ({ ...line, domesticSource: "深圳", contractNo: "HT-1", invoiceNo: "INV-1" }));
    s.o.good(await s.clerk.edit(CUSTOMS, id, { ...more, items: filled }));
  };
  const submitted = async (body: Body) => {
    const id = await customs.add(body);
    await complete(id);
    await s.o.submit("logistics", "customs_declaration", CUSTOMS, id);
    return id;
  };
  let serial = 0;
  const declared = async (id: string) => {
    const declarationNo = String(++serial).padStart(18, "5");
    await customs.done(id, "declare", { declarationNo });
  };
  const released = async (id: string) =>
    customs.done(id, "release", { releaseScan: [evidence("logistics", "document")] });
  const cabinet = (transferIds: readonly string[], more: Body = {}): Body => ({
    loadType: "fcl",
    containerType: "40HQ",
    portLoading: "CNYTN",
    portDest: "USLAX",
    destCountry: "US",
    currency: "CNY",
    shareType: "weight",
    items: transferIds.map((transferId) => ({ transferId })),
    ...more,
  });
  return {
    customs,
    cabinets: calls(CABINET),
    declaration,
    complete,
    submitted,
    declared,
    released,
    cabinet,
    packed,
    providerId,
    brokerId,
    companyId,
    ship: (id: string) => s.done(id, "ship"),
    api: TRANSFER,
  };
}

export type Port = Awaited<ReturnType<typeof openPort>>;
