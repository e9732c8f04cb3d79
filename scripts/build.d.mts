/** Folder of the project, with a final slash. */
export const root: string;
export function staleReason(dir?: string): string | null;
export function writeStamp(inputs: string, dir?: string): void;
export function ensureBuild(options?: { force?: boolean; log?: (line: string) => void }): Promise<void>;
