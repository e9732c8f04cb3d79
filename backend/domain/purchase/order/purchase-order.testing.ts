import { evidence, uploadEvidence } from "../../../../tests/evidence";
import { openSourcing } from "../turn-requisition/sourcing.testing";

export const ORDER = "/purchase/order";
export const CONTRACT = "/purchase/contract";
export const CHANGE = "/purchase/change";

type Body = Record<string, unknown>;
type Line = Body & { id: string };

/** A sourcing world with shortcuts for orders, their contracts and changes. */
export async function openOrdering() {
  const s = await openSourcing();
  const { db, o } = s;
  await uploadEvidence(db);
  const companyId = (await db.one<{ id: string }>("select id from company order by id limit 1"))?.id;
  const buyer = o.as("buyer");
  const read = (id: string) => buyer.read<Body & { items: Line[] }>(ORDER, id);

  /** Values of an order that needs no source; each item is [SKU index, qty, price, more]. */
  const orderForm = (items: [sku: number, qty: number, price: string, more?: Body][], more: Body = {}): Body => ({
    orderType: "packing",
    supplierId: s.suppliers[0],
    companyId,
    buyerId: s.buyerId,
    warehouseId: s.warehouseId,
    taxType: "tax",
    currency: "CNY",
    expectDate: "2099-01-01",
    items: items.map(([sku, qty, price, line]) => ({ skuId: s.skus[sku], qty, price, ...line })),
    ...more,
  });
  const order = async (...given: Parameters<typeof orderForm>) => (await buyer.add(ORDER, orderForm(...given))).id;
  const submit = (id: string) => buyer.act(ORDER, id, "submit");
  const approve = (id: string) => o.approveAll("purchase_order", ORDER, id);
  const approved = async (...given: Parameters<typeof orderForm>) => {
    const id = await order(...given);
    await o.submit("buyer", "purchase_order", ORDER, id);
    return id;
  };
  const message = async (answer: Promise<{ body: { msg?: string | null } }>) => (await answer).body.msg;
  const refused = (...given: Parameters<typeof orderForm>) => message(buyer.send("POST", ORDER, orderForm(...given)));

  const template = async (type: string) =>
    (
      await db.one<{ id: string }>("select id from contract_template where contract_type = $1 order by id limit 1", [
        type,
      ])
    )?.id;
  const contractForm = async (poIds: string[], more: Body = {}): Promise<Body> => ({
    templateId: await template("tax"),
    signPlace: "深圳",
    orders: poIds.map((poId) => ({ poId })),
    ...more,
  });
  const contract = async (poIds: string[], more: Body = {}) =>
    (await buyer.add(CONTRACT, await contractForm(poIds, more))).id;
  const contracted = async (poIds: string[], more: Body = {}) => {
    const id = await contract(poIds, more);
    await o.submit("buyer", "purchase_contract", CONTRACT, id);
    return id;
  };
  const sign = (id: string, files = [evidence("buyer", "document")]) =>
    buyer.act(CONTRACT, id, "sign", { signDate: "2026-11-21", signedFiles: files });
  /** An order of one line that runs under a signed contract. */
  const running = async (qty = 100, price = "100.00") => {
    const id = await approved([[0, qty, price, { remark: "议定价" }]]);
    const contractId = await contracted([id]);
    o.good(await sign(contractId));
    return { id, contractId };
  };

  /** Values of a change of the order with its lines as they are, then changed by `edit`. */
  const changeForm = async (poId: string, edit: (items: Body[]) => Body[], more: Body = {}) => {
    const from = o.good(await buyer.send("GET", `${CHANGE}/prefill`, undefined, { poId })) as Body;
    return { poId, reason: "客户要求调整", items: edit(from.items as Body[]), ...more };
  };
  const change = async (...given: Parameters<typeof changeForm>) =>
    (await buyer.add(CHANGE, await changeForm(...given))).id;
  const changed = async (...given: Parameters<typeof changeForm>) => {
    const id = await change(...given);
    await o.submit("buyer", "purchase_change", CHANGE, id);
    return id;
  };
  return {
    ...s,
    buyer,
    companyId,
    read,
    message,
    order,
    orderForm,
    submit,
    approve,
    approved,
    refused,
    template,
    contract,
    contractForm,
    contracted,
    sign,
    running,
    change,
    changeForm,
    changed,
  };
}

export type Ordering = Awaited<ReturnType<typeof openOrdering>>;
