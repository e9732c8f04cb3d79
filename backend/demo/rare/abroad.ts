import { pick, type RuleContext } from "#backend/engine/documents";
import { transfer } from "#documents/logistics/transfer";
import { act, approveAll, attempt, attemptAct, keeperOf, personAt } from "../acting";
import { containerOf, declare } from "../logistics/exports";
import { uploadSample } from "../sample-files";
import { idOf, type RarePath, refuse } from "./path";

/** Declarations made here are counted from. */
const RARE_SERIAL = 900;

/** What is done with a cabinet that is booked, until it is done with. */
const VOYAGE = ["load", "sail", "arrive", "clear", "finish"] as const;
/** From where to where cabinets go on, the farthest first: what they leave free is filled by new ones. */
const LEGS: [from: string, steps: readonly (typeof VOYAGE)[number][]][] = [
  ["cleared", ["finish"]],
  ["loaded", ["sail", "arrive", "clear"]],
  ["booked", ["load", "sail", "arrive"]],
  ["booked", ["load", "sail"]],
];

/** What is in a cabinet is declared and released, and leaves its warehouse. */
async function shipWhole(c: RuleContext, cabinetId: string) {
  const transfers = await c.sql.query<{ id: string; from: string; packed: boolean; customs: string; state: string }>(
    `select t.id, t.from_warehouse_id as "from", t.status = 'packed' as packed,
       coalesce(d.id, 0)::text as customs, coalesce(d.status, 'none') as state from transfer t
       join cabinet_line l on l.transfer_id = t.id and l.del_flag = 0
       left join customs_declaration d on d.id = t.customs_id
     where l.cabinet_combination_id = $1 order by t.id`,
    [cabinetId],
  );
  const clerk = await personAt(c, "logistics");
  for (const { id, from, packed, customs, state } of transfers) {
    if (state === "none") await declare(clerk, id, RARE_SERIAL + Number(id), "released");
    if (state === "approved")
      await act(clerk, "customs_declaration", customs, "declare", { declarationNo: `530420269${id.padStart(9, "0")}` });
    if (state === "approved" || state === "declared")
      await act(clerk, "customs_declaration", customs, "release", {
        releaseScan: [await uploadSample(clerk, "document", "报关单.pdf")],
      });
    if (packed) await act(await keeperOf(c, from), "transfer", id, "ship", { trackingNo: `MSKU${id}` });
  }
}

/** Cabinets go on, each as far as none has come yet; transfers that may be packed are, for new ones. */
const sailing: RarePath = async (c) => {
  const clerk = await personAt(c, "logistics");
  for (const [from, steps] of LEGS)
    await attempt(c, async () => {
      const id = await idOf(
        c,
        "select id from cabinet_combination where status = $1 and del_flag = 0 order by id limit 1",
        [from],
      );
      if (!id) return undefined;
      for (const step of steps) {
        if (step === "sail") await shipWhole(c, id);
        await act(clerk, "cabinet_combination", id, step, {
          ...(step === "load" && { containerNo: "TEMU1234565", sealNo: `SL${id}` }),
          ...(step === "sail" && { vesselVoyage: "COSCO STAR 118E" }),
        });
      }
      return true;
    });
  const open = await c.sql.query<{ id: string; from: string }>(
    `select id, from_warehouse_id as "from" from transfer
     where status = 'approved' and transfer_type in ('2', '3') and del_flag = 0 order by id limit 3`,
  );
  for (const { id, from } of open) await attemptAct(await keeperOf(c, from), "transfer", id, "pack");
  return true;
};

/** How many declarations are sent into their approval: one waits, one is refused, one is approved. */
const DECLARED = 3;

/** Of what is packed and not declared yet, and what is described already: declarations in their approval. */
const declarations: RarePath = async (c) => {
  const clerk = await personAt(c, "logistics");
  const free = await c.sql.query<{ id: string }>(
    `select id from transfer where status in ('packed', 'shipped') and transfer_type in ('2', '3')
       and customs_id is null and del_flag = 0 order by id`,
  );
  const made: string[] = [];
  for (const { id } of free) {
    if (made.length === DECLARED || !(await declare(clerk, id, RARE_SERIAL + Number(id), "auditing", "5"))) continue;
    const { customsId } = (await pick(c, transfer, id, ["customsId"])) ?? {};
    if (customsId) made.push(customsId);
  }
  const described = await c.sql.query<{ id: string }>(
    "select id from customs_declaration where status = 'draft' and del_flag = 0 order by id offset 1",
  );
  for (const { id } of described) {
    if (made.length === DECLARED) break;
    if (await attemptAct(clerk, "customs_declaration", id, "submit")) made.push(id);
  }
  const [, wrong, right] = made;
  if (wrong) await refuse(c, "customs_declaration", wrong, "申报品名与HS编码不符，请核对");
  if (right) await approveAll(c, "customs_declaration", right);
  return made.length > 0;
};

/** A cabinet that was booked and not needed. */
const givenUp: RarePath = async (c) => {
  const clerk = await personAt(c, "logistics");
  const free = await idOf(
    c,
    `select t.id from transfer t where t.status = 'packed' and t.transfer_type in ('2', '3') and t.del_flag = 0
       and not exists (select 1 from cabinet_line l join cabinet_combination b on b.id = l.cabinet_combination_id
         where l.transfer_id = t.id and l.del_flag = 0 and b.del_flag = 0 and b.status <> 'void')
     order by t.id limit 1`,
  );
  if (!free) return undefined;
  const id = await containerOf(clerk, free);
  await act(clerk, "cabinet_combination", id, "void", { reason: "船期取消，改下周出运" });
  return true;
};

/** A forwarder's bill that does not fit what was agreed. */
const billRefused: RarePath = async (c) => {
  const id = await idOf(c, "select id from logistics_bill where status = 'auditing' and del_flag = 0 order by id desc");
  return id && refuse(c, "logistics_bill", id, "旺季附加费未在报价中约定，请供应商更正");
};

export const abroadPaths: readonly RarePath[] = [sailing, declarations, givenUp, billRefused];
