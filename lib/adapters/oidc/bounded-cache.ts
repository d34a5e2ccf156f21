/**
 * Caches values in memory, each for a time, and up to a limited number: the oldest is evicted. Concurrent requests
 * for the same value wait for one load; a failed load is not cached.
 */
export const boundedCache = <V>({ ms, entries, now }: { ms: number; entries: number; now: () => number }) => {
  const kept = new Map<string, { value: Promise<V>; at: number }>();
  return (key: string, load: () => Promise<V>): Promise<V> => {
    const known = kept.get(key);
    if (known && now() - known.at < ms) return known.value;
    const value = load();
    kept.delete(key);
    kept.set(key, { value, at: now() });
    const [oldest] = kept.keys();
    if (kept.size > entries && oldest !== undefined) kept.delete(oldest);
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key);
    });
    return value;
  };
};
