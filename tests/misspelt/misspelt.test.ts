import { expect, expectTypeOf, it } from "vitest";
import { patch, pick } from "#backend/engine/documents/by-id";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleContext } from "#backend/engine/documents/rules";
import {
  type DocumentInput,
  type DocumentType,
  defineDocument,
  field,
  type IconName,
  type Queue,
} from "#documents/kit";
import { completeDocument } from "#documents/kit/define";
import { ungrantedIn } from "#documents/kit/desk/spelling";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import type { PartRow } from "~/screens/parts";
import type { ICONS } from "~/ui/icon/icon";

/*
 * What was once misspelt and compiled. Each expected error is a case that `npm run types` refuses: without
 * its error it fails there. The others end the start, with the declaration and the key.
 */

const base = {
  name: "paper",
  label: "纸",
  module: "t",
  api: "/t/paper",
  table: "t_paper",
  permission: "t_paper",
  number: "ZH",
  screens: { list: "/t/paper" },
  flow: {},
} as const;
const kinds = { thin: { label: "薄" }, thick: { label: "厚" } };

// Never called: only looked at by the compiler.
const calls = (c: RuleContext, row: PartRow<"purchase_order">) => [
  // @ts-expect-error no action is called so
  perform(c, purchaseOrder, "1", "clsoe", {}),
  // @ts-expect-error the action does not ask for that
  perform(c, purchaseOrder, "1", "close", { resaon: "坏" }),
  // @ts-expect-error no column is called so
  pick(c, purchaseOrder, "1", ["suplierId"]),
  // @ts-expect-error no column is called so
  patch(c, purchaseOrder, "1", { buyerIdd: "1" }),
  // @ts-expect-error a state is written by transitions alone
  patch(c, purchaseOrder, "1", { status: "approved" }),
  // @ts-expect-error no field of the row is called so
  row.expectDat,
  // @ts-expect-error the page is not sent that
  row.revision2,
  // @ts-expect-error no column of its lines is called so
  row.items?.[0]?.quantity,
  // @ts-expect-error what is sent of a revision has no such name
  row.revisions?.[0]?.changedNo,
];

it("names of rows, actions and what they ask for are those of the declaration", () => {
  expectTypeOf(calls).returns.toBeArray();
  // No document is called so: there is no row of it.
  expectTypeOf<PartRow<"purchase_ordr">>().toBeNever();
});

it("a picture of the menu is one that is drawn", () => {
  const fields = { size: field.int("大小") };
  // @ts-expect-error no picture is called so
  defineDocument({ ...base, fields, menu: { group: "purchase", icon: "kart", sort: 1 } });
  expectTypeOf<IconName>().toEqualTypeOf<keyof typeof ICONS>();
  expect(fields.size.kind).toBe("int");
});

const say = (more: Partial<DocumentInput>) => () =>
  completeDocument({ ...base, fields: { kind: field.enum("种类", { options: kinds }) }, ...more });
const queue = (more: Partial<Queue>) => say({ glance: { queues: [{ label: "待办", where: {}, ...more }] } });
const fields = (own: DocumentType["fields"]) =>
  say({ fields: { kind: field.enum("种类", { options: kinds, filter: "in" }), ...own } });
const lines = (own: DocumentType["fields"]) => say({ lines: { items: { label: "行", table: "t_item", fields: own } } });

it.each<[string, () => unknown, RegExp]>([
  ["a state of a queue", queue({ where: { status: "aproved" } }), /^paper: .*待办\.where\.status: aproved/],
  ["one of several states", queue({ where: { status: "draft,aproved" } }), /aproved/],
  ["a filter of a queue", queue({ where: { kinds: "thin" } }), /^paper: .*kinds/],
  ["an action of a queue", queue({ where: { status: "draft" }, opens: "sned" }), /待办\.opens: sned/],
  ["a currency", fields({ amount: field.money("金额", { currency: "curency" }) }), /fields\.amount\.currency: curency/],
  ["a condition", fields({ note: field.text("说明", { when: ["knd", "thin"] }) }), /fields\.note\.when: knd/],
  ["a value of one", fields({ note: field.text("说明", { when: ["kind", "thn"] }) }), /fields\.note\.when: thn/],
  [
    "a formula",
    lines({ qty: field.int("数"), sum: field.int("合计", { works: "qty*prise" }) }),
    /items\.sum\.works: prise/,
  ],
  ["where a value starts", lines({ qty: field.int("数", { startsAs: "planQty" }) }), /items\.qty\.startsAs: planQty/],
  [
    "where a value comes from",
    lines({ unit: field.text("单位", { from: "skuIdd.unit" }) }),
    /items\.unit\.from: skuIdd/,
  ],
  [
    "a warning",
    lines({ qty: field.int("数", { warns: [{ unless: "qty <= most", says: "多了" }] }) }),
    /items\.qty\.warns: most/,
  ],
  [
    "what an action asks for",
    say({
      actions: {
        send: { label: "发", permission: "send", input: { way: field.text("怎样", { when: ["kindd", "thin"] }) } },
      },
    }),
    /actions\.send\.input\.way\.when: kindd/,
  ],
  [
    "two values under one name",
    fields({ skuId: field.ref("SKU", { to: "sku" }), skuName: field.text("品名") }),
    /paper: skuName travels twice/,
  ],
  ["what follows on saving", say({ start: { follow: "finsh" } }), /start\.follow: finsh/],
  ["a field of the order of its list", say({ list: { sort: [{ by: "kindd" }] } }), /paper: no field named kindd/],
])("%s that is misspelt ends the start", (_, start, said) => {
  expect(start).toThrow(said);
});

it("a code that nobody can be granted ends the start", () => {
  const of = (more: Partial<DocumentInput>) => ungrantedIn([say(more)() as DocumentType]);
  expect(of({ fields: { price: field.int("价", { mask: "purchase_price_veiw" }) } })).toBe(
    "paper: fields.price.mask: purchase_price_veiw",
  );
  expect(of({ actions: { send: { label: "发", permission: "t_papr_send" } } })).toBe(
    "paper: actions.send.permission: t_papr_send",
  );
  expect(of({ actions: { send: { label: "发", permission: "send" } } })).toBeUndefined();
});
