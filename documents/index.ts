import { adminDocuments } from "./admin";
import { advertisementDocuments } from "./advertisement";
import { baseDocuments } from "./base";
import { financeDocuments } from "./finance";
import type { DocumentType, LostReferences } from "./kit";
import { knowledgeDocuments } from "./knowledge";
import { kolDocuments } from "./kol";
import { logisticsDocuments } from "./logistics";
import { orderDocuments } from "./order";
import { productDocuments } from "./product";
import { promotionDocuments } from "./promotion";
import { purchaseDocuments } from "./purchase";
import { serviceDocuments } from "./service";
import { supplierDocuments } from "./supplier";
import { wmsDocuments } from "./wms";

const declared = [
  ...adminDocuments,
  ...baseDocuments,
  ...productDocuments,
  ...supplierDocuments,
  ...purchaseDocuments,
  ...wmsDocuments,
  ...logisticsDocuments,
  ...financeDocuments,
  ...advertisementDocuments,
  ...orderDocuments,
  ...kolDocuments,
  ...promotionDocuments,
  ...serviceDocuments,
  ...knowledgeDocuments,
] as const;

type Lost = LostReferences<(typeof declared)[number], never>;
// A reference to a declaration that is not there does not compile: the error names it.
const lost: [Lost] extends [never] ? readonly never[] : { noSuchDocument: Lost } = [];

/** Name of a declared document type. */
export type DocumentName = (typeof declared)[number]["name"];

/** Every document type, grouped by module. */
export const documents: DocumentType[] = [...declared, ...lost];

const byName = new Map(documents.map((d) => [d.name, d]));

/** True when a declaration has this name. */
export const isDeclared = (name: string): boolean => byName.has(name);

/** The declaration of this name. @throws Error when a reference names none. */
export function documentNamed(name: string): DocumentType {
  const found = byName.get(name);
  if (!found) throw new Error(`no document named ${name}`);
  return found;
}
