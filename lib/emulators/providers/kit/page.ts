const largestPage = 100;

/** Returns the requested page of a list, by a page number from 1 and a page size. */
export const pageOf = <T>(
  all: readonly T[],
  query: URLSearchParams,
  { name, usual }: { name: 'per_page' | 'pagelen'; usual: number },
): { items: T[]; page: number; size: number } => {
  const size = Math.min(largestPage, Number(query.get(name) ?? usual));
  const page = Number(query.get('page') ?? 1);
  return { items: all.slice((page - 1) * size, page * size), page, size };
};
