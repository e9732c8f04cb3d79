import { wake, wakeSender } from "#backend/engine/connect/enqueue";
import { NOW, patch, rules, transition } from "#backend/engine/documents";
import { job } from "#documents/base/connect/job";
import { outbox } from "#documents/base/connect/outbox";
import { etlRun } from "#documents/base/etl/run";
import { connectorRules } from "./connect/connector";
import { etlTaskRules } from "./etl/task";
import { exchangeRateRules } from "./exchange-rate";
import { logisticsChannelRules } from "./logistics-channel";
import { mappingRuleSet } from "./mapping/mapping";
import { salesHistoryRules } from "./sales-history";
import { warehouseRules } from "./warehouse";

const outboxRules = rules(outbox, {
  transitions: [
    transition(outbox, "retry", {
      async effect({ sql }, { row }) {
        await patch({ sql }, outbox, row.id, { attempts: 0, nextRun: NOW, answer: null });
        await wakeSender(sql);
      },
    }),
  ],
});

const jobRules = rules(job, {
  transitions: [
    transition(job, "run", {
      async effect({ sql }, { row }) {
        await wake(sql, row.code ?? "");
      },
    }),
  ],
});

const etlRunRules = rules(etlRun, {
  expressions: { lagCount: "t.read_count - t.write_count" },
  async enrichOne({ sql }, row) {
    const found = await sql.one<{ log: string }>("select log from etl_run_log where run_id = $1", [row.id]);
    row.log = found?.log ?? null;
  },
});

/** What documents of this module do. */
export const baseRuleSet = [
  exchangeRateRules,
  logisticsChannelRules,
  warehouseRules,
  connectorRules,
  outboxRules,
  jobRules,
  etlTaskRules,
  etlRunRules,
  salesHistoryRules,
  ...mappingRuleSet,
];
