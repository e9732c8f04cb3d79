/** Bytes as B, KB, MB or GB of 1024, one decimal. */
export function formatBytes(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  const step = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** step;
  return `${step === 0 || Number.isInteger(size) ? size : size.toFixed(1)} ${units[step]}`;
}
