/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const MOST = 100;

/**
 * A name that every file system takes: letters, figures and a few marks; never a path, nothing hidden,
 * no device. The extension survives where the name is cut.
 */
export function safeName(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._\-+()（）【】、，]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  const extension = /\.[a-z0-9]{1,8}$/i.exec(plain)?.[0] ?? "";
  const stem = [...plain.slice(0, plain.length - extension.length)];
  const whole = stem.slice(0, MOST - extension.length).join("") + extension;
  if (!stem.length) return `文件${extension}`;
  return DEVICE.test(whole) ? `_${whole}` : whole;
}

/** Gives every name once, whatever its case: the second `a.pdf` is `a (2).pdf`. */
export function namer(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const safe = safeName(name);
    const dot = safe.lastIndexOf(".") > 0 ? safe.lastIndexOf(".") : safe.length;
    let one = safe;
    for (let n = 2; taken.has(one.toLowerCase()); n++) one = `${safe.slice(0, dot)} (${n})${safe.slice(dot)}`;
    taken.add(one.toLowerCase());
    return one;
  };
}
