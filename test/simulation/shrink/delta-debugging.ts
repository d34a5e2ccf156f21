/** Whether what failed still fails with these parts alone. */
type StillFails<T> = (kept: readonly T[]) => boolean;

/**
 * Finds a small part of the parts that fails as they all do, none of which can be left out alone (Zeller's ddmin, by complements).
 * @param mostTries bounds the calls of `stillFails`.
 */
export const smallestFailing = <T>(
  parts: readonly T[],
  stillFails: StillFails<T>,
  mostTries = 200,
): readonly T[] => {
  if (parts.length > 0 && stillFails([])) return [];
  let kept = parts;
  let chunks = 2;
  for (let tries = 1; kept.length > 1 && tries < mostTries;) {
    const size = Math.ceil(kept.length / chunks);
    let isSmaller = false;
    // From the end, as what comes late depends on what comes early.
    for (let from = (chunks - 1) * size; from >= 0 && tries < mostTries; from -= size) {
      const rest = kept.toSpliced(from, size);
      if (rest.length === kept.length || rest.length === 0) continue;
      tries += 1;
      if (!stillFails(rest)) continue;
      kept = rest;
      isSmaller = true;
    }
    if (!isSmaller && size === 1) break;
    chunks = isSmaller ? Math.max(2, Math.min(chunks - 1, kept.length)) : Math.min(2 * chunks, kept.length);
  }
  return kept;
};
