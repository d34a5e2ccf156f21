import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import { pageRows, pathOf, type PageRow } from '#test/support/console/page-table.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';

/** Sums the layout shifts that no act of the person explains, from the first line of the page on. */
const observeShifts = `globalThis.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

const hourMs = 3_600_000;

interface Opened {
  requests: number;
  calls: number;
  shift: number;
  foreign: number;
}

const open = async (visit: Visit, url: string): Promise<Opened> => {
  const before = { requests: visit.requests.length, calls: visit.calls.length };
  await visit.page.goto(url);
  await settle(visit);
  const shift = Number(await visit.page.evaluate('globalThis.shifts'));
  const requests = visit.requests.slice(before.requests);
  const foreign = requests.filter((one) => new URL(one).origin !== consoleUrl()).length;
  return { requests: requests.length, calls: visit.calls.length - before.calls, shift, foreign };
};

/** Counts the requests of a page that nobody looks at, over an hour of its clock. */
const callsWhileHidden = async (organization: SampleOrganization, url: string): Promise<number> => {
  const visit = await openAs(organization, 'owner');
  await visit.page.clock.install();
  await visit.page.goto(url);
  await settle(visit);
  await visit.page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));`);
  const before = visit.calls.length;
  await visit.page.clock.runFor(hourMs);
  const calls = visit.calls.length - before;
  await visit.close();
  return calls;
};

const worstOf = (opened: readonly [PageRow, Opened][], of: (one: Opened) => number): [string, number] => {
  const [worst] = opened.toSorted(([, one], [, other]) => of(other) - of(one));
  return worst ? [worst[0].title, of(worst[1])] : ['none', Number.NaN];
};

/** Measures requests and layout shifts of every page, opened cold, and what a hidden page asks for. */
export const measurePages = async (organization: SampleOrganization): Promise<Figure[]> => {
  const base = `${consoleUrl()}/console/o/${organization.organizationId}`;
  const opened: [PageRow, Opened][] = [];
  const overview: Opened[] = [];
  for (const row of await pageRows()) {
    const visit = await openAs(organization, 'owner');
    await visit.context.addInitScript(observeShifts);
    const url = `${base}/${pathOf(row, organization.parameters)}`.replace(/\/$/, '');
    opened.push([row, await open(visit, url)]);
    if (row.path === '') overview.push(await open(visit, url));
    await visit.close();
  }
  const [[, cold] = [], ...others] = opened;
  const [warm] = overview;
  const [called, calls] = worstOf(others, (one) => one.calls);
  const [shifted, shift] = worstOf(opened, (one) => one.shift);
  const foreign = opened.reduce((sum, [, one]) => sum + one.foreign, 0);
  const section = 'pages, opened cold';
  const count = 'requests';
  return [
    { section, what: 'Overview', unit: count, value: cold?.requests ?? Number.NaN, limit: 10 },
    { section, what: 'Overview, of the API', unit: count, value: cold?.calls ?? Number.NaN, limit: 2 },
    { section, what: 'Overview again, not from the cache', unit: count, value: uncached(warm), limit: 4 },
    { section, what: `of the API by another page, most: ${called}`, unit: count, value: calls, limit: 3 },
    { section, what: 'to another origin', unit: count, value: foreign, limit: 0 },
    {
      section,
      what: `layout shift, worst: ${shifted}`,
      unit: 'score',
      value: Math.round(shift * 1_000) / 1_000,
      limit: 0.02,
    },
    {
      section,
      what: 'calls of a hidden tab in an hour',
      unit: count,
      value: await callsWhileHidden(organization, `${base}/scans`),
      limit: 0,
    },
  ];
};

/** A file with a digest in its name comes from the cache: the document, the icon and the API are asked. */
const uncached = (warm: Opened | undefined): number => (warm ? warm.calls + 1 : Number.NaN);
