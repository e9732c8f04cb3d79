export function freeAddress(): string;
export function productSettings(address: string): Record<string, string>;
export function startTestProduct(env: Record<string, string | undefined>): {
  address: string;
  stop(): Promise<void>;
};
