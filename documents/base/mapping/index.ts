import { goodsMapping } from "./shape";

const barcode = { externalBarcode: "外部条码" };

/** 海外仓SKU映射: what one overseas warehouse calls our goods. */
export const overseasSkuMapping = goodsMapping({
  name: "overseas_sku_mapping",
  label: "海外仓SKU映射",
  system: "overseas",
  sort: 50,
  key: "overseasSkuMapping",
  code: "海外仓的SKU",
  of: "warehouseId",
  extras: { ...barcode, labelType: "标签类型" },
});

/** XY产品映射: goods of one application of the XY product centre. */
export const xyProductMapping = goodsMapping({
  name: "xy_product_mapping",
  label: "XY产品映射",
  system: "xy",
  sort: 60,
  key: "xyProductMapping",
  code: "XY的SKU编码",
  of: "appId",
  extras: { productId: "XY产品编号", category: "XY品类" },
});

/** HS商品映射. */
export const hsGoodsMapping = goodsMapping({
  name: "hs_goods_mapping",
  label: "HS商品映射",
  system: "hs",
  sort: 70,
  key: "hsGoodsMapping",
  code: "HS的商品编码",
  extras: { externalSpec: "HS规格", externalUnit: "HS单位" },
});

/** 谷仓商品映射. */
export const gcGoodsMapping = goodsMapping({
  name: "gc_goods_mapping",
  label: "谷仓商品映射",
  system: "gc",
  sort: 80,
  key: "gcGoodsMapping",
  code: "谷仓的产品SKU",
  extras: { referenceNo: "谷仓参考号", externalBarcode: "谷仓条码" },
});

/** 万邑通商品映射: goods are registered there with weight and size before anything comes in. */
export const winitGoodsMapping = goodsMapping({
  name: "winit_goods_mapping",
  label: "万邑通商品映射",
  system: "winit",
  sort: 90,
  key: "winitGoodsMapping",
  code: "万邑通的商品编码",
  extras: { externalSpec: "万邑通规格", externalWeightG: "登记重量" },
});

/** 顺丰商品映射. */
export const sfGoodsMapping = goodsMapping({
  name: "sf_goods_mapping",
  label: "顺丰商品映射",
  system: "sf",
  sort: 100,
  key: "sfGoodsMapping",
  code: "顺丰的SKU编号",
  extras: { externalBarcode: "顺丰条码", temperature: "温层" },
});

/** All six, in the order of the menu. */
export const goodsMappings = [
  overseasSkuMapping,
  xyProductMapping,
  hsGoodsMapping,
  gcGoodsMapping,
  winitGoodsMapping,
  sfGoodsMapping,
] as const;
