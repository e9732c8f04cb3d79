/** Folder of the project, with a final slash. */
export const root: string;
export function ensureBuild(options?: { force?: boolean; log?: (line: string) => void }): Promise<void>;
