/** Of functions over demo_sale(): the planner cannot know how many rows that has, and must not loop. */
export const PLANNED =
  "set enable_nestloop = off set enable_memoize = off set jit = off set work_mem = '64MB'";
