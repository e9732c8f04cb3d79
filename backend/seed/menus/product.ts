import { can, DOCUMENT, type MenuGroup, page } from "./page";

export const product: MenuGroup = {
  path: "/product",
  name: "产品管理",
  icon: "box",
  group: "供应链",
  pages: [
    page("/product/product/index", "产品", "box", [can("product_product", DOCUMENT)]),
    page("/product/spu/index", "SPU", "layers", [can("product_spu", DOCUMENT)]),
    page("/product/sku/index", "SKU", "barcode", [
      can("product_sku", `${DOCUMENT} adminedit`),
      can("product_easysku", DOCUMENT, "简易SKU"),
    ]),
    page("/product/skuSpecialEdit/index", "SKU特殊编辑单", "edit", [
      can("product_skuspecial", DOCUMENT),
    ]),
    page("/sealSampleTable/index", "封样列表", "stamp", [can("product_sealsample", DOCUMENT)]),
  ],
};

export const supplier: MenuGroup = {
  path: "/supplierManage",
  name: "供应商管理",
  icon: "factory",
  group: "供应链",
  pages: [
    page("/supplier/index", "供应商", "factory", [can("supplier_supplier", `${DOCUMENT} freeze`)], {
      extra: { supplier_bank_view: "查看完整银行账号" },
    }),
  ],
};
