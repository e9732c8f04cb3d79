export function hashOfInputs(dir: string): string;
