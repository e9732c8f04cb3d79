import { dict } from "./dict";

// supply.md B.4, B.7, B.8: a category's value begins the SPU code
export const PRODUCT = [
  dict(
    "product_category",
    "产品品类",
    `
HK 家居厨房
  HKS 收纳整理
  HKC 厨房用具
  HKT 餐具水具
  HKL 家居灯饰
  HKB 床品布艺
EL 消费电子
  ELA 手机配件
  ELC 充电电源
  ELH 音频耳机
  ELW 智能穿戴
OD 户外运动
  ODC 露营装备
  ODF 健身器材
  ODB 骑行配件
  ODW 水上运动
PT 宠物用品
  PTF 喂食饮水
  PTB 窝垫牵引
  PTT 宠物玩具
TL 工具园艺
  TLH 手动工具
  TLG 园艺用品
  TLM 测量仪器
BY 母婴玩具
  BYF 喂养用品
  BYT 益智玩具
  BYS 安全防护
OF 办公文具
  OFD 桌面收纳
  OFS 书写文具
AU 汽车用品
  AUI 内饰用品
  AUC 清洁养护
BT 美容个护
  BTH 美发工具
  BTS 护理用品
PK 包材耗材
  PKB 包装材料
  PKL 标签耗材`,
  ),
  dict("unit", "单位", "pcs 个\nset 套\npair 双\nbox 盒\npack 包\nroll 卷\nkg 千克\nm 米"),
  dict("level", "等级", "S S级\nA A级\nB B级\nC C级\nD D级"),
  dict("brand", "品牌", "none 无品牌"),
];
