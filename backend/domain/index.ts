import { ruleBook } from "#backend/engine/documents/book";
import { documents } from "#documents";
import { adminRuleSet } from "./admin";
import { advertisementRuleSet } from "./advertisement";
import { baseRuleSet } from "./base";
import { financeRuleSet } from "./finance";
import { intakeRuleSet } from "./intake";
import { knowledgeRuleSet } from "./knowledge";
import { kolRuleSet } from "./kol";
import { logisticsRuleSet } from "./logistics";
import { monthCloseRules } from "./month-close/month-close";
import { orderRuleSet } from "./order";
import { productRuleSet } from "./product";
import { promotionRuleSet } from "./promotion";
import { purchaseRuleSet } from "./purchase";
import { performanceRuleSet } from "./reports/performance";
import { profitRuleSet } from "./reports/profit";
import { serviceRuleSet } from "./service";
import { supplierRuleSet } from "./supplier";
import { wmsRuleSet } from "./wms";

/** Rules of each document that does more than store itself. */
const written = [
  ...adminRuleSet,
  ...baseRuleSet,
  ...productRuleSet,
  ...supplierRuleSet,
  ...purchaseRuleSet,
  ...wmsRuleSet,
  ...logisticsRuleSet,
  ...financeRuleSet,
  monthCloseRules,
  ...advertisementRuleSet,
  ...orderRuleSet,
  ...intakeRuleSet,
  ...kolRuleSet,
  ...promotionRuleSet,
  ...serviceRuleSet,
  ...knowledgeRuleSet,
  ...profitRuleSet,
  ...performanceRuleSet,
];

/** The same by the name of their document. */
export const rules = Object.fromEntries(written.map((own) => [own.document, own]));

/** What every document does. */
export const engine = ruleBook(documents, rules);
