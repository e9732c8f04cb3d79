/** See new-document.mjs. */
export function drafted(
  module: string,
  name: string,
  label: string,
): { files: Record<string, string>; variable: string; table: string; help: string };
export function listed(text: string, from: string, name: string, list: string): string;
