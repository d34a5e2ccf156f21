import type { Visit } from '#test/support/console/visit.ts';

/**
 * Notes the instant at which the placeholders are gone that came with the page's heading, and each call of a script. The
 * clock is that of the page's resources.
 */
export const observeFirstContent = `{
  const seen = (globalThis.seen = { calls: [], contentAt: undefined });
  const { fetch } = globalThis;
  globalThis.fetch = (...input) => {
    seen.calls.push(performance.now());
    return fetch(...input);
  };
  let heading;
  let waiting = [];
  new MutationObserver(() => {
    const current = document.querySelector('main h1');
    if (!current || seen.contentAt !== undefined) return;
    // The placeholder of a page whose code is on its way has a heading of its own.
    if (current !== heading) waiting = [...document.querySelectorAll('main [aria-busy="true"]')];
    heading = current;
    if (waiting.every((placeholder) => !placeholder.isConnected)) seen.contentAt = performance.now();
  }).observe(document, { childList: true, subtree: true });
}`;

/** The requests of a page until its first content, and after it. */
export interface FirstContent {
  /** Calls of the API until the content. */
  calls: number;
  /** Files until the content that did not come from the cache. */
  sentFiles: number;
  /** The names of the files until the content. */
  files: string[];
  /** The names of the files after it. */
  laterFiles: string[];
}

interface Seen {
  contentAt?: number;
  calls: number[];
  resources: { name: string; initiatorType: string; startTime: number; transferSize: number }[];
}

const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** Reads what `observeFirstContent` noted. */
export const firstContent = async ({ page }: Visit): Promise<FirstContent> => {
  const seen = (await page.evaluate(
    "({ ...globalThis.seen, resources: performance.getEntriesByType('resource').map((entry) => entry.toJSON()) })",
  )) as Seen;
  const { contentAt } = seen;
  if (contentAt === undefined) throw new Error(`${page.url()} has no content`);
  const files = seen.resources.filter(({ initiatorType }) => initiatorType !== 'fetch');
  const isEarly = ({ startTime }: { startTime: number }): boolean => startTime <= contentAt;
  const early = files.filter(isEarly);
  return {
    calls: seen.calls.filter((startTime) => isEarly({ startTime })).length,
    sentFiles: early.filter(({ transferSize }) => transferSize > 0).length,
    files: early.map(({ name }) => nameOf(name)),
    laterFiles: files.filter((file) => !isEarly(file)).map(({ name }) => nameOf(name)),
  };
};
