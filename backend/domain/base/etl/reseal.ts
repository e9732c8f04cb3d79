import { type Database, keep, patchRow } from "#backend/platform/db";
import { openSecret, sealSecret } from "#backend/platform/personal/open";
import { etlTask } from "#documents/base/etl/task";
import { parseConfig, readSecrets, split } from "./config";

/**
 * Takes out of kept configurations what is a secret by today's measure and was none when they were saved.
 * What cannot be read any more stays as it is.
 */
export const resealConfigs = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const tasks = await sql.query<{ id: string; config: string }>(
      `select id, config from etl_task where config is not null order by id ${keep(sql, "etl_task")}`,
    );
    for (const { id, config } of tasks)
      try {
        const now = parseConfig(config);
        const known = readSecrets(await openSecret(sql, etlTask, "secrets", id));
        const { shown, secrets } = split(now, known, config, now);
        const text = JSON.stringify(shown, null, 2);
        if (text !== config)
          await patchRow(sql, "etl_task", id, { config: text, secrets: sealSecret(JSON.stringify(secrets)) });
      } catch {
        // A configuration that is refused today is put right by who edits it next.
      }
  });
