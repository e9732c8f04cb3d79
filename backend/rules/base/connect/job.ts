import { job } from "#documents/base/connect/job";
import { wake } from "../../../connect/enqueue";
import { rules, transition } from "../../../documents/written";

export const jobRules = rules(job, {
  transitions: [
    transition(job, "run", {
      async effect({ sql }, { row }) {
        await wake(sql, row.code ?? "");
      },
    }),
  ],
});
