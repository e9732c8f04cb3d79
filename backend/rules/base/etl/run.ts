import { etlRun } from "#documents/base/etl/run";
import { rules } from "../../../documents/written";

export const etlRunRules = rules(etlRun, {
  expressions: { lagCount: "t.read_count - t.write_count" },
  async enrichOne({ sql }, row) {
    const found = await sql.one<{ log: string }>("select log from etl_run_log where run_id = $1", [
      row.id,
    ]);
    row.log = found?.log ?? null;
  },
});
