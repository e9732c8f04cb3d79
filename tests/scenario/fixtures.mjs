// What the scenarios begin with: an approved product with two SKUs, and two approved suppliers.

export const PRODUCT = "/product/product";
export const SKU = "/product/sku";
export const SUPPLIER = "/supplier/supplier";
export const REQ = "/purchase/requisition";
export const TURN = "/purchase/turnrequisition";
export const INQ = "/purchase/inquiry";
export const ORDER = "/purchase/order";
export const CONTRACT = "/purchase/contract";
export const PLAN = "/purchase/deliveryplan";

/** yyyy-MM-dd in Shanghai, so many days from today. */
export const day = (days = 0) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(Date.now() + days * 86_400_000);

/** Number of the n-th document of a prefix today. */
export const numbered = (prefix, n) => `${prefix}${day().slice(2).replaceAll("-", "")}${String(n).padStart(4, "0")}`;

/** Shortcuts over the calls of the demo company's people. */
export async function office(as) {
  const admin = as("admin");
  const pages = [1, 2].map((n) => admin.get(`/admin/user/page?size=100&current=${n}`));
  const users = (await Promise.all(pages)).flatMap((page) => page.records);
  const userId = (name) => users.find((u) => u.username === name)?.id;

  /** The first row of a list that passes the test. */
  const first = async (path, test = () => true) => {
    const row = (await admin.get(path)).find(test);
    if (!row) throw new Error(`${path} has no such row`);
    return row;
  };

  /** Somebody has the role of a cashier beside the own ones while this is done. */
  const asCashierToo = async (username, work) => {
    const cashier = users.find((u) => u.username === "cashier");
    const { roleIds } = users.find((u) => u.username === username);
    const roles = (ids) => admin.act("/admin/user", userId(username), "assign", { roleIds: ids });
    await roles([...roleIds, ...cashier.roleIds]);
    await work();
    await roles(roleIds);
  };

  let approvals = 0;
  /** Whoever may decide next does so, until the approval has ended; answers who did. */
  const approve = async (path, id) => {
    for (const decided = []; ; ) {
      const { procInstId } = await admin.get(`${path}/${id}`);
      const { nodes, status } = await admin.get(`/act/instance/${procInstId}`);
      const open = nodes.find((n) => n.state === "todo");
      if (status !== "running" || !open) return decided;
      const decider = users.find((u) => open.people.includes(u.displayname));
      if (!decider) throw new Error(`${open.name} waits for ${open.people}`);
      const { username } = decider;
      const { taskId } = await as(username).get(`/act/instance/${procInstId}`);
      await as(username).post(`/act/task/${taskId}/approve`, { comment: "同意" });
      decided.push(username);
      approvals += 1;
    }
  };

  /** A document that was submitted and approved. */
  const approved = async (who, path, values) => {
    const { id } = await as(who).post(path, values);
    await as(who).act(path, id, "submit");
    await approve(path, id);
    return id;
  };
  return { admin, first, userId, asCashierToo, approve, approved, approvals: () => approvals };
}

/** An approved product with two SKUs, and two approved suppliers (supply.md A.1, fixtures). */
export async function fixtures(as) {
  const o = await office(as);
  const buyerId = o.userId("buyer");
  const site = await o.first("/basesetup/site/options");
  const store = await o.first("/basesetup/store/options");
  const warehouse = await o.first("/wms/warehouse/options", (w) => w.label === "深圳仓");
  const company = await o.first("/finance/company/options");
  const product = await o.approved("product", PRODUCT, {
    nameCn: "不锈钢保温杯",
    nameEn: "Vacuum flask",
    categoryId: "ELH",
    level: "C",
    sites: [site.id],
    sourceType: "selfDev",
    targetCost: "30",
    targetPrice: "19.99",
  });
  const { id: spu } = await as("product").post("/product/spu", {
    spuCode: "SKA0001",
    productId: product,
    name: "保温杯",
    categoryId: "ELH",
    unit: "pcs",
    attrs: [{ attrName: "颜色", attrValues: ["黑", "白"] }],
  });
  await as("product").act("/product/spu", spu, "enable");
  const sku = (skuCode, colour, purchasePrice, sealRequired, carton) =>
    o.approved("product", SKU, {
      skuCode,
      skuType: "normal",
      spuId: spu,
      name: `保温杯${colour}`,
      unit: "pcs",
      attrList: [`颜色:${colour}`],
      purchasePrice,
      sealRequired,
      pkgLengthCm: "20",
      pkgWidthCm: "10",
      pkgHeightCm: "10",
      grossWeightG: "500",
      declareNameCn: "保温杯",
      declareNameEn: "Vacuum flask",
      hsCode: "9617001900",
      declareElements: "材质：不锈钢；容量：500ml",
      declareUnit: "个",
      originCountry: "CN",
      declarePrice: "3.20",
      exportRefundRate: "13",
      netWeightG: "400",
      ...carton,
    });
  const carton = (cartonLengthCm, cartonWeightKg, pcsPerCarton) => ({
    cartonLengthCm,
    cartonWidthCm: "40",
    cartonHeightCm: "40",
    cartonWeightKg,
    pcsPerCarton,
  });
  const supplier = async (n, more = {}) =>
    o.approved("buyer", SUPPLIER, {
      name: `验收供应商${n}`,
      supplierType: "goods",
      creditCode: `91440300MA5F00000${n}`,
      address: "深圳市示例路1号",
      buyerId,
      currency: "CNY",
      taxType: "special",
      taxRate: "13",
      settleMethod: "deposit",
      depositRate: "30",
      balanceTrigger: "afterInspection",
      qualifications: [await as("buyer").upload("营业执照.png")],
      accounts: ["CNY", "USD"].map((currency) => ({
        accountName: "验收供应商",
        bankName: "示例银行",
        accountNo: "6222000011112222",
        currency,
        swiftCode: currency === "USD" ? "BKCHCNBJ" : undefined,
        isDefault: true,
        enabled: true,
      })),
      ...more,
    });
  const s1 = await supplier(1);
  const s2 = await supplier(2);
  const a = await sku("SK-A01", "黑", "10.50", true, carton("50", "12", 30));
  const b = await sku("SK-B01", "白", "26.00", false, carton("60", "15", 20));
  return { ...o, supplier, buyerId, store, warehouse, company, s1, s2, a, b };
}
