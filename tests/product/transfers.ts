import { api } from "./api";

interface Saved {
  id: string;
  version: number;
}
interface Row extends Saved {
  status: string;
}

/** Submits a document of the warehouses; who leads them approves it. */
async function approved(who: string, path: string, id: string): Promise<void> {
  const maker = await api(who);
  const read = () => maker.get<Row>(`${path}/${id}`);
  await maker.post(`${path}/${id}/submit`, { version: (await read()).version });
  const { version } = await read();
  await (await api("warehouse_lead")).post(`${path}/${id}/approve`, { version });
  const { status } = await read();
  if (status !== "approved") throw new Error(`${path}/${id} is ${status}`);
}

/** A transfer between two warehouses abroad that waits to be packed, its goods there; answers its id. */
export async function transferToPack(
  places: { from: string; to: string },
  skus: readonly string[],
  qty: number,
): Promise<string> {
  const keeper = await api("warehouse");
  const goods = skus.map((skuId) => ({ skuId, goodQty: qty, badQty: 0 }));
  const { id: counted } = await keeper.post<Saved>("/wms/otherin", {
    inType: "adjust",
    warehouseId: places.from,
    reason: "盘点后调整库存",
    items: goods.map((line) => ({ ...line, unitCost: "10" })),
  });
  await approved("warehouse", "/wms/otherin", counted);
  const { version } = await keeper.get<Row>(`/wms/otherin/${counted}`);
  await keeper.post(`/wms/otherin/${counted}/confirm`, { version });
  const { id } = await (await api("logistics")).post<Saved>("/logistics/transfer", {
    transferType: "5",
    fromWarehouseId: places.from,
    toWarehouseId: places.to,
    feeShareType: "weight",
    items: goods,
  });
  await approved("logistics", "/logistics/transfer", id);
  return id;
}
