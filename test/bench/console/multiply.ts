import type { Visit } from '#test/support/console/visit.ts';

export interface ListPage {
  items: Record<string, unknown>[];
  nextCursor?: string | null;
}

interface Multiplied {
  /** The list: its address up to the query. */
  path: RegExp;
  count: number;
  largestPage: number;
  /** The copy of an item at a place of the list. */
  copy: (item: Record<string, unknown>, index: number) => Record<string, unknown>;
}

const parameter = (url: URL, name: string, otherwise: number): number =>
  Number(url.searchParams.get(name) ?? otherwise);

/** Answers a list with copies of its first item, page after page. @returns how often it was asked. */
export const multiply = async (
  { page }: Visit,
  { path, count, largestPage, copy }: Multiplied,
): Promise<() => number> => {
  let asked = 0;
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      const url = new URL(route.request().url());
      const start = parameter(url, 'cursor', 0);
      url.searchParams.delete('cursor');
      const answer = await route.fetch({ url: url.href });
      const body = (await answer.json()) as ListPage;
      const [item = {}] = body.items;
      const end = Math.min(start + Math.min(parameter(url, 'limit', 100), largestPage), count);
      const items = Array.from({ length: end - start }, (_none, at) => copy(item, start + at));
      asked += 1;
      const next = end < count ? { nextCursor: String(end) } : { nextCursor: undefined };
      await route.fulfill({ response: answer, json: { ...body, items, total: count, ...next } });
    },
  );
  return () => asked;
};

/** A hash of 64 digits for a place in a list. */
export const fingerprintOf = (index: number): string => index.toString(16).padStart(64, '0');
