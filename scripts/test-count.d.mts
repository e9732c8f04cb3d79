export interface Count {
  passed: number;
  failed: number;
}
export function countVitest(file: string, ok: boolean): Count;
export function countPlaywright(file: string, ok: boolean): Count;
