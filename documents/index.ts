import { adminDocuments } from "./admin";
import { advertisementDocuments } from "./advertisement";
import { baseDocuments } from "./base";
import { cockpitDocuments } from "./cockpit";
import { financeDocuments } from "./finance";
import type { DocumentType, LostReferences } from "./kit";
import { ungrantedIn } from "./kit/desk/spelling";
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
import { flowLists, kindsOf } from "./workflow";

const business = [
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
  ...cockpitDocuments,
] as const;

const declared = [...business, ...flowLists(kindsOf(business))] as const;

type DocumentLost = LostReferences<(typeof declared)[number], never>;
// A reference to a declaration that is not there does not compile: the error names it.
const lost: [DocumentLost] extends [never] ? readonly never[] : { noSuchDocument: DocumentLost } = [];

/** Name of a declared document type. */
export type DocumentName = (typeof declared)[number]["name"];

type ByName = { [D in (typeof declared)[number] as D["name"]]: D };
/** The declaration of this name, as it was written. */
export type DocumentOf<N extends DocumentName> = ByName[N];

/** Every document type, grouped by module. */
export const documents: DocumentType[] = [...declared, ...lost];

const ungranted = ungrantedIn(documents);
if (ungranted) throw new Error(`nobody can be granted ${ungranted}`);

const byName = new Map(documents.map((d) => [d.name, d]));

/** True when a declaration has this name. */
export const isDeclared = (name: string): boolean => byName.has(name);

/** The declaration of this name. @throws Error when a reference names none. */
export function documentNamed(name: string): DocumentType {
  const found = byName.get(name);
  if (!found) throw new Error(`no document named ${name}`);
  return found;
}
