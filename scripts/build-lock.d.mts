export function withLock<T>(file: string, log: (line: string) => void, work: () => Promise<T>): Promise<T>;
