import { api } from "./api";

type Row = Record<string, unknown> & { id: string; version: number; no: string };
interface Lined extends Row {
  items: Row[];
}

/** Somebody's documents: found and acted on. */
async function desk(who: string) {
  const calls = await api(who);
  const act = async (path: string, id: string, action: string, input: object = {}) => {
    const { version } = await calls.get<Row>(`${path}/${id}`);
    await calls.post(`${path}/${id}/${action}`, { version, ...input });
  };
  const first = async (path: string, test: (row: Row) => unknown = () => true) => {
    const { records } = await calls.get<{ records: Row[] }>(path);
    const row = records.find(test);
    if (!row) throw new Error(`${path} has no such row`);
    return row;
  };
  return { ...calls, act, first };
}

const day = (days = 0) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

const ORDER = "/purchase/order";
const DELIVERY = "/purchase/delivery";
const SIGN = "/wms/sign";
const INSPECTION = "/purchase/inspection";
const RETURN = "/purchase/return";

/** What a flow about the money of one order starts from. */
export interface Owed {
  orderNo: string;
  signNo: string;
  returnNo: string;
  supplierName: string;
}

/**
 * An order in USD of a supplier in China, of its own: its goods came, were inspected, and one piece went
 * back. Everything of it is owed.
 */
export async function owedOrder(): Promise<Owed> {
  const [buyer, manager, finance, warehouse] = await Promise.all([
    desk("buyer"),
    desk("purchase_manager"),
    desk("finance"),
    desk("warehouse"),
  ]);
  /** Submitted, and approved by as many as it needs. */
  const approve = async (path: string, id: string) => {
    await buyer.act(path, id, "submit");
    for (const one of [manager, finance])
      if ((await buyer.get<Row>(`${path}/${id}`)).status === "auditing") await one.act(path, id, "approve");
  };
  const like = await buyer.get<Lined>(
    `${ORDER}/${(await buyer.first(`${ORDER}/page?currency=USD&status=executing&size=1`)).id}`,
  );
  const home = await buyer.first(
    "/supplier/supplier/page?size=100",
    (s) =>
      s.status === "approved" && s.supplierType === "goods" && s.currency === "CNY" && !s.frozen && s.level !== "D",
  );
  const { companyId, buyerId, warehouseId, taxType, tradeTerm } = like;
  const [line] = like.items;
  const order = await buyer.post<Row>(ORDER, {
    orderType: "packing",
    companyId,
    buyerId,
    warehouseId,
    taxType,
    tradeTerm,
    supplierId: home.id,
    currency: "USD",
    expectDate: day(30),
    items: [{ skuId: line?.skuId, qty: 20, price: "5.00", taxRate: "0", remark: "月结付款" }],
  });
  await approve(ORDER, order.id);
  const whole = await buyer.get<Lined>(`${ORDER}/${order.id}`);
  const poLineId = whole.items[0]?.id;
  const delivery = await buyer.post<Row>(DELIVERY, {
    deliveryType: "normal",
    shipDate: day(),
    expectArriveDate: day(2),
    transportMode: "supplier",
    items: [{ poLineId, qty: 20, cartons: 1, pcsPerCarton: 20 }],
  });
  await buyer.act(DELIVERY, delivery.id, "ship");
  const sent = await warehouse.get<Lined>(`${DELIVERY}/${delivery.id}`);
  const sign = await warehouse.post<Row>(SIGN, {
    deliveryId: delivery.id,
    cartonsSigned: 1,
    cartonsDamaged: 0,
    isFinal: true,
    photos: [],
    items: sent.items.map((l) => ({ deliveryLineId: l.id, signQty: l.qty })),
  });
  const signed = await warehouse.get<Row>(`${SIGN}/${sign.id}`);
  const inspection = await warehouse
    .first(`${INSPECTION}/page?size=20`, (i) => String(i.signId) === sign.id)
    .catch(() => null);
  if (inspection) {
    await warehouse.act(INSPECTION, inspection.id, "claim");
    const row = await warehouse.get<Lined>(`${INSPECTION}/${inspection.id}`);
    await warehouse.put(INSPECTION, {
      id: row.id,
      version: row.version,
      qcMethod: "full",
      items: row.items.map((l) => ({
        id: l.id,
        version: l.version,
        signLineId: l.signLineId,
        sampleQty: l.sampleQty,
        sampleBadQty: 0,
        concessionQty: 0,
        passQty: l.signQty,
        rejectQty: 0,
      })),
    });
    await warehouse.act(INSPECTION, row.id, "finish");
  }
  const back = await buyer.post<Row>(RETURN, {
    poId: order.id,
    returnMode: "deduct",
    returnReason: "quality",
    freightBearer: "supplier",
    items: [{ poLineId, badQty: 0, goodQty: 1 }],
  });
  await approve(RETURN, back.id);
  await warehouse.act(RETURN, back.id, "ship");
  const returned = await buyer.get<Row>(`${RETURN}/${back.id}`);
  return { orderNo: whole.no, signNo: signed.no, returnNo: returned.no, supplierName: String(home.name) };
}
