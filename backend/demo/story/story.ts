import type { Sql } from "#backend/platform/db";
import { asSystem } from "../acting";
import { tellAbroad } from "./abroad";
import { tellNew, tellSeller } from "./growth";
import { tellSet } from "./set";
import { tellAgeing, tellTrouble } from "./trouble";

/** What happened to the six goods of the guide, by the rules of the documents; answers how many goods. */
export async function insertStory(sql: Sql, today: string): Promise<number> {
  const system = asSystem(sql);
  const chapters = [tellSeller, tellNew, tellTrouble, tellAgeing, tellAbroad, tellSet];
  for (const tell of chapters) await tell(system, today);
  return chapters.length;
}
