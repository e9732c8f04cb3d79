export function mutationsOf(name: string, text: string): { line: number; what: string; text: string }[];
