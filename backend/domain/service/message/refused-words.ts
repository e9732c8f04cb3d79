/** Ways out of the marketplace, which forbids them (market.md 3). All linear over the text. */
const OUTSIDE = [
  /https?:\/\//i,
  /www\.[a-z0-9-]/i,
  /[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}\.[a-z]{2,10}/i,
  /(?:whats\s?app|telegram|wechat|weixin|微信|加我|messenger|line\s?id)/i,
  // A telephone number: eight digits or more, with what people write between them.
  /(?:^|[^\w-])\+?\d(?:[\s().-]{0,2}\d){7,14}(?![\w-])/,
];

const INDUCING = [
  /(?:5|five)[\s-]?stars?\b/i,
  /(?:positive|good|great|better)\s+(?:review|feedback|rating)/i,
  /(?:change|remove|delete|update|revise)\s+(?:your|the)\s+(?:\w+\s+)?(?:review|feedback|rating)/i,
  /(?:refund|gift\s?card|coupon|free)\b.{0,60}\b(?:review|feedback|rating)/i,
  /(?:review|feedback|rating)\b.{0,60}\b(?:refund|gift\s?card|coupon|free)\b/i,
  /好评|五星|5星|改评|删评|返现|刷单/,
  /(?:positive|gute|fünf[\s-]sterne)[\s-]+bewertung/i,
  /高評価|星5/,
];

const any = (all: readonly RegExp[], text: string) => all.some((one) => one.test(text));

/** Dates and numbers of orders and parcels look like telephone numbers and may be named. */
const withoutOrders = (text: string, known: readonly string[]) =>
  known.reduce(
    (rest, no) => (no ? rest.replaceAll(no, " ") : rest),
    text.replace(/\b\d{3}-\d{7}-\d{7}\b|\b\d{4}-\d\d?-\d\d?\b/g, " "),
  );

/**
 * Why a text may not be sent to a buyer.
 * @param known numbers of parcels of the order, which may be named
 */
export function wordFault(text: string, known: readonly string[] = []): string | undefined {
  const plain = text.normalize("NFKC");
  if (any(OUTSIDE, withoutOrders(plain, known))) return "内容含站外联系方式，不允许发送";
  return any(INDUCING, plain) ? "内容含诱导评价用语，不允许发送" : undefined;
}
