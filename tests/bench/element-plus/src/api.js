const known = new Map();

/** A JSON answer; `keep`: asked for once. */
export async function get(path, keep = false) {
  if (keep && known.has(path)) return known.get(path);
  const answer = fetch(`/api${path}`).then((response) => response.json());
  if (keep) known.set(path, answer);
  return answer;
}
