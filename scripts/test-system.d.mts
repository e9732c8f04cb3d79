export function findProgram(candidates: string[]): string | undefined;
export function aptInstall(...packages: string[]): boolean;
