export interface Count {
  passed: number;
  failed: number;
  /** Each failed test with what it said first. */
  names: string[];
}
export function countVitest(file: string, ok: boolean): Count;
export function countPlaywright(file: string, ok: boolean): Count;
