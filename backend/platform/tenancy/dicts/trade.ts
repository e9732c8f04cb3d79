import { dict } from "./dict";

// supply.md B.5, B.6, B.7, 5
export const TRADE = [
  dict(
    "trade_term",
    "贸易条款",
    `
EXW EXW 工厂交货
FCA FCA 货交承运人
FOB FOB 船上交货
CFR CFR 成本加运费
CIF CIF 成本保险费加运费
CPT CPT 运费付至
CIP CIP 运费保险费付至
DAP DAP 目的地交货
DPU DPU 目的地卸货交货
DDP DDP 完税后交货`,
  ),
  dict(
    "customs_type",
    "报关类型",
    `
1 一般贸易 | mode=0110
2 出口海外仓 | mode=9810
3 B2B直接出口 | mode=9710
4 市场采购 | mode=1039
5 买单报关 | refund=never`,
  ),
  dict(
    "customs_port",
    "关别",
    "5304 蛇口海关\n3104 北仑海关\n2248 洋山港区\n5316 大鹏海关\n5349 前海海关\n2925 义乌海关",
  ),
  dict(
    "sea_port",
    "港口",
    `
CNYTN 深圳盐田
CNSHK 深圳蛇口
CNNGB 宁波
CNSHA 上海
CNTAO 青岛
HKHKG 香港
USLAX 洛杉矶
USLGB 长滩
USNYC 纽约
USSAV 萨凡纳
CAVAN 温哥华
GBFXT 费利克斯托
DEHAM 汉堡
NLRTM 鹿特丹
FRLEH 勒阿弗尔
JPTYO 东京
JPOSA 大阪
AUSYD 悉尼
AEJEA 杰贝阿里`,
  ),
  dict(
    "hs_elements",
    "申报要素",
    `
3924 用途、材质
6912 用途、材质
7323 用途、材质
8516 用途、功能`,
  ),
  dict("package_type", "包装种类", "carton 纸箱\npallet 托盘\nwooden 木箱"),
  dict("transport_mode", "运输方式", "sea 海运\nseaExpress 快船\nair 空运\nrail 铁运\ntruck 卡航\nexpress 快递"),
  dict(
    "container_type",
    "柜型",
    `
20GP 20GP | volumeM3=33.2;payloadKg=21700
40GP 40GP | volumeM3=67.7;payloadKg=26500
40HQ 40HQ | volumeM3=76.3;payloadKg=26500`,
  ),
  dict(
    "logistics_fee",
    "物流费用",
    `
freight 头程运费
truck 拖车费
customs 报关费
clearance 清关费
duty 关税
dest 目的港费
storage 仓储费
delivery 派送费
other 其他`,
  ),
  dict("box_label_type", "箱唛类型", "fba FBA箱唛\noverseas 海外仓箱唛\nneutral 中性箱唛"),
  dict(
    "country",
    "国家/地区",
    `
CN 中国
HK 中国香港
US 美国
CA 加拿大
MX 墨西哥
GB 英国
DE 德国
FR 法国
IT 意大利
ES 西班牙
NL 荷兰
BE 比利时
PL 波兰
SE 瑞典
JP 日本
KR 韩国
SG 新加坡
AU 澳大利亚
AE 阿联酋
SA 沙特阿拉伯`,
  ),
  dict("contract_template", "合同模板", "tax-standard 含税标准合同\nnonTax-standard 不含税标准合同"),
];
