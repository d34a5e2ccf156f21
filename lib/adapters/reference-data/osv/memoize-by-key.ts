/** Caches decoded objects by key. A failed load is not cached. */
export const memoizeByKey = <T>(load: (key: string) => Promise<T>) => {
  const decoded = new Map<string, Promise<T>>();
  return {
    at(key: string): Promise<T> {
      const known = decoded.get(key);
      if (known) return known;
      const loading = load(key);
      decoded.set(key, loading);
      loading.catch(() => decoded.delete(key));
      return loading;
    },
    keepOnly(current: ReadonlySet<string>): void {
      for (const key of decoded.keys()) if (!current.has(key)) decoded.delete(key);
    },
  };
};
