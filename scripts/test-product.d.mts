export const TEST_KEYS: string;
export const TEST_COST: { N: number; r: number; p: number };
export function freeAddress(): string;
export function productSettings(address: string): Record<string, string>;
export function startTestProduct(
  env: Record<string, string | undefined>,
  databaseUrl: string,
): Promise<{ address: string; stop(): Promise<void> }>;
