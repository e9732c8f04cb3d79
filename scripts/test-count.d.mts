export interface Count {
  passed: number;
  failed: number;
  /** Each failed test with what it said first. */
  names: string[];
}
export function countVitest(file: string, ok: boolean): Count;
export function slowest(file: string, most?: number): string[];
export function countPlaywright(file: string, ok: boolean): Count;
