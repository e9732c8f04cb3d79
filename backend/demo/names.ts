const pairs = (text: string): [string, string][] =>
  text.split(" ").map((word) => {
    const [name = "", spelling = ""] = word.split("/");
    return [name, spelling];
  });

/** Surnames with their spelling. People made of these lists do not exist. */
export const SURNAMES = pairs(
  "赵/zhao 孙/sun 李/li 周/zhou 吴/wu 郑/zheng 王/wang 冯/feng 陈/chen 褚/chu 卫/wei 蒋/jiang " +
    "韩/han 杨/yang 朱/zhu 尤/you 施/shi 张/zhang 孔/kong 曹/cao 严/yan 华/hua 陶/tao 姜/jiang " +
    "戚/qi 谢/xie 邹/zou 柏/bai 窦/dou 章/zhang 云/yun 潘/pan 葛/ge 范/fan 彭/peng 鲁/lu",
);

export const GIVEN_NAMES = pairs(
  "晨曦/chenxi 子墨/zimo 雨桐/yutong 浩然/haoran 思齐/siqi 佳宁/jianing 景行/jingxing 书瑶/shuyao " +
    "天佑/tianyou 可欣/kexin 文博/wenbo 梓萱/zixuan 嘉树/jiashu 诗涵/shihan 一鸣/yiming 静姝/jingshu " +
    "承泽/chengze 语嫣/yuyan 俊杰/junjie 欣怡/xinyi 立夏/lixia 明哲/mingzhe 婉清/wanqing 子衿/zijin " +
    "星辰/xingchen 若曦/ruoxi 志恒/zhiheng 乐遥/leyao 安然/anran 念慈/nianci 睿渊/ruiyuan 清扬/qingyang",
);
