export function hashOfInputs(dir: string): string;
export function staleReason(dir: string): string | null;
export function writeStamp(inputs: string, dir: string): void;
