/** Tells a service what happens there. */
type Say = (name: string, order: object) => unknown;

const LINES = 3;
const said = (form: URLSearchParams, name: string) => form.get(name)?.trim() || undefined;

function placeOf(form: URLSearchParams): object {
  const lines = Array.from({ length: LINES }, (_, i) => ({
    sellerSku: said(form, `sku${i}`),
    qty: said(form, `qty${i}`),
    itemPrice: said(form, `price${i}`),
  })).filter((line) => line.sellerSku);
  const names = ["name", "phone", "country", "state", "city", "line1", "postcode"];
  return {
    seller: said(form, "seller"),
    channel: said(form, "channel"),
    status: said(form, "status"),
    lines,
    address: Object.fromEntries(names.map((name) => [name, said(form, name)])),
    buyerName: said(form, "name"),
  };
}

function one(form: URLSearchParams, act: (no: string) => unknown, done: string): string {
  const no = said(form, "no") ?? "";
  act(no);
  return `${no} ${done}`;
}

/** What the buttons of the page do; each answers what is said of it. */
export const ACTS: Readonly<Record<string, (form: URLSearchParams, say: Say) => string>> = {
  place(form, say) {
    const { orders } = Object(say("marketplace", { place: placeOf(form) }));
    return `已下单：${orders[0]}`;
  },
  write(form, say) {
    const { orderNo, text, subject } = Object.fromEntries(form);
    say("marketplace", { write: { orderNo, text, subject: subject || undefined } });
    return `买家就${orderNo}写了一封信`;
  },
  pay: (form, say) => one(form, (orderNo) => say("marketplace", { pay: { orderNo } }), "已付款"),
  cancel: (form, say) => one(form, (orderNo) => say("marketplace", { cancel: { orderNo } }), "已取消"),
  askCancel(form, say) {
    const reason = "不想要了";
    const ask = (orderNo: string) => say("marketplace", { askCancel: { orderNo, reason } });
    return one(form, ask, "买家已申请取消");
  },
  ship: (form, say) => one(form, (orderNo) => say("warehouse", { ship: { orderNo } }), "已出库"),
  approve: (form, say) => one(form, (code) => say("warehouse", { approve: code }), "已通过"),
  reject: (form, say) => one(form, (code) => say("warehouse", { reject: code }), "已拒绝"),
  deliver: (form, say) => one(form, (no) => say("carrier", { deliver: no }), "已妥投"),
  giveBack: (form, say) => one(form, (no) => say("carrier", { giveBack: no }), "已退回"),
  behave(form, say) {
    const mood = said(form, "mood") ?? "fail";
    const times = Number(said(form, "times") ?? 1);
    const slowMs = Number(said(form, "slowMs") ?? 0);
    say(said(form, "name") ?? "", { behave: { [mood]: times, slowMs } });
    return "已设置";
  },
};
