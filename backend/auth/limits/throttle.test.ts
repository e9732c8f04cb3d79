import { expect, it } from "vitest";
import type { Database } from "../../db/sql";
import { LIMITS } from "./limits";
import { take } from "./throttle";

it("a limit that only spares the database is counted without it, for each person", async () => {
  const noDatabase: Database = Object.create(null);
  for (let i = 0; i < LIMITS.visitUser.points; i++) await take(noDatabase, "visitUser", "7");
  await expect(take(noDatabase, "visitUser", "7")).rejects.toMatchObject({ status: 429 });
  await take(noDatabase, "visitUser", "8");
});
