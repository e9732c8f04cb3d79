export function finishAssets(dir: string): Promise<void>;
