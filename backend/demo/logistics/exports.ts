import type { RuleContext, RuleValues } from "#backend/engine/documents";
import { givenLines } from "#backend/engine/documents/rows";
import type { Sql } from "#backend/platform/db";
import { tieFiles } from "#backend/platform/files/owners";
import { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { customsDeclaration } from "#documents/logistics/customs-declaration";
import { act, approveAll, asSystem, attempt, draft, keeperOf, personAt, startFrom } from "../acting";
import { uploadSample } from "../sample-files";

interface ExportSent {
  id: string;
  status: string;
  from: string;
}

/** How far a declaration comes. */
const WAY = ["draft", "auditing", "approved", "declared", "released", "done", "refund"] as const;
type ExportEnd = (typeof WAY)[number];

const idOf = async ({ sql }: RuleContext, text: string) => (await sql.one<{ id: string }>(text))?.id ?? null;

const supplierOf = (c: RuleContext, type: string) =>
  idOf(
    c,
    `select id from supplier where supplier_type = '${type}' and status = 'approved'
     and del_flag = 0 order by id limit 1`,
  );

const text = (value: unknown) => (value ? String(value) : null);

interface DeclaredAs {
  transferId: string;
  customsType: string;
  brokerId: string | null;
  serial: number;
  end: ExportEnd;
}

async function declareAs(clerk: RuleContext, { transferId, customsType, brokerId, serial, end }: DeclaredAs) {
  const form = await startFrom(clerk, customsDeclaration, { transferId, customsType });
  const items = givenLines(form, "items")?.map((line, i) => ({
    ...line,
    domesticSource: "深圳特区",
    invoiceNo: `04403${30_000 + serial * 10 + i}`,
    contractNo: text(line.contractNo) ?? `框架合同${serial}`,
  }));
  const { id } = await draft(clerk, customsDeclaration, {
    ...form,
    items,
    brokerId,
    tradeTerm: "FOB",
    currency: "USD",
    exportPort: "5304",
    companyId: text(form.companyId) ?? (await idOf(clerk, "select id from company order by id")),
    consignee: "Demo Trading Inc.",
    agentName: brokerId ? null : "深圳示例进出口有限公司",
  });
  const reaches = (step: ExportEnd) => WAY.indexOf(end) >= WAY.indexOf(step);
  const step = (action: string, input: RuleValues = {}) => act(clerk, "customs_declaration", id, action, input);
  if (!reaches("auditing")) return id;
  await step("submit");
  if (!reaches("approved")) return id;
  await approveAll(clerk, "customs_declaration", id);
  if (!reaches("declared")) return id;
  await step("declare", { declarationNo: `53042026${String(serial).padStart(10, "0")}` });
  if (!reaches("released")) return id;
  const scan = await uploadSample(clerk, "document", "报关单.pdf");
  await step("release", { releaseScan: [scan] });
  await tieFiles(clerk, { type: "customs_declaration", id }, [scan]);
  if (!reaches("done")) return id;
  await step("finish");
  if (reaches("refund") && customsType === "1") await step("refund", { refundStatus: "filed" });
  return id;
}

/**
 * A declaration of a transfer: by a broker where there is one, who asks the tax back where it may be.
 * @param type how it is declared whatever there is; "5" by the forwarder
 * @returns false where nothing can be declared of it
 */
export async function declare(
  clerk: RuleContext,
  transferId: string,
  serial: number,
  end: ExportEnd,
  type?: "3" | "4" | "5",
): Promise<boolean> {
  const brokerId = type === "5" ? null : await supplierOf(clerk, "customs");
  const types = type ? [type] : brokerId ? ["1", "5"] : ["5"];
  for (const customsType of types)
    if (await attempt(clerk, () => declareAs(clerk, { transferId, customsType, brokerId, serial, end }))) return true;
  return false;
}

/** A container with one transfer in it, booked. */
export async function containerOf(clerk: RuleContext, transferId: string): Promise<string> {
  const form = await startFrom(clerk, cabinetCombination, { transferIds: transferId });
  const { id } = await draft(clerk, cabinetCombination, {
    ...form,
    loadType: "fcl",
    containerType: "40HQ",
    currency: "CNY",
    shareType: "volume",
    portLoading: "CNYTN",
    portDest: "USLAX",
    destCountry: text(form.destCountry) ?? "US",
  });
  const providerId = await supplierOf(clerk, "logistics");
  if (providerId) await act(clerk, "cabinet_combination", id, "book", { bookingNo: `BK${id}88`, providerId });
  return id;
}

const CONTAINER = ["loaded", "sailed", "arrived", "cleared", "done"] as const;
/** Numbers of containers as their owners paint them, with the right last digit. */
const CONTAINER_NOS = ["CSQU3054383", "MSKU6011672", "TEMU1234565", "TCLU4567897", "HLXU2008419"];

/** Loads a container, sends what is in it, lets it sail as far as it is to come, and says what it costs. */
async function sail(clerk: RuleContext, { id, from }: ExportSent, end: (typeof CONTAINER)[number], nth: number) {
  const cabinetId = await containerOf(clerk, id);
  const step = (action: string, input: RuleValues = {}) => act(clerk, "cabinet_combination", cabinetId, action, input);
  const reaches = (state: typeof end) => CONTAINER.indexOf(end) >= CONTAINER.indexOf(state);
  const containerNo = CONTAINER_NOS[nth % CONTAINER_NOS.length] ?? "";
  await step("load", { containerNo, sealNo: `SL${20_881 + nth}` });
  if (!reaches("sailed")) return;
  await act(await keeperOf(clerk, from), "transfer", id, "ship", { trackingNo: containerNo });
  await step("sail", { vesselVoyage: "COSCO SHIPPING 031E" });
  await step("setFee", { currency: "CNY", oceanFreight: "1860", truckFee: "420", customsFee: "150", destFee: "0" });
  if (reaches("arrived")) await step("arrive");
  if (reaches("cleared")) await step("clear");
  if (reaches("done")) await step("finish");
}

/** Declarations and containers of the transfers that go abroad, by their own rules. */
export async function insertExports(sql: Sql): Promise<number> {
  const clerk = await personAt(asSystem(sql), "logistics");
  const sent = await sql.query<ExportSent>(
    `select id, status, from_warehouse_id as "from" from transfer
     where transfer_type in ('2', '3') and customs_id is null and del_flag = 0 order by id`,
  );
  const of = (...states: string[]) => sent.filter((t) => states.includes(t.status));
  let serial = 0;
  const declared = (t: ExportSent, end: ExportEnd) => declare(clerk, t.id, ++serial, end);
  for (const [i, t] of of("done", "closed").entries())
    await declared(t, (["refund", "released", "done"] as const)[i % 3] ?? "done");
  for (const t of of("shipped")) await declared(t, "declared");
  // The newest are loaded already, others wait for their declaration or for a container.
  for (const [i, t] of of("packed").reverse().entries()) {
    const end = CONTAINER[(i + 1) % CONTAINER.length];
    if (i % 2 === 0 && end) {
      if (await declared(t, "released")) await sail(clerk, t, end, i);
    } else if (i % 4 === 1) {
      if (await declared(t, "approved")) await containerOf(clerk, t.id);
    } else await declared(t, "draft");
  }
  return serial;
}
