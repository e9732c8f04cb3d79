import pg from "pg";

/**
 * Does work on a connection of its own, outside any pool, and ends it. One that loses its server while nothing
 * is asked of it does not take the process down: the next statement tells it.
 */
export async function onClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
  config: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ ...config, connectionString });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
