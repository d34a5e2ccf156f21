import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import { pageRows, pathOf, type PageRow } from '#test/support/console/page-table.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import type { Visit } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';
import { fileFigures, fileSizes, kilobytesOf, type FileSizes } from './files.ts';
import { firstContent, observeFirstContent, type FirstContent } from './first-content.ts';
import { rest } from './rest.ts';

/** Sums the layout shifts that no action of the person explains, from the first line of the page on. */
const observeShifts = `globalThis.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

interface Opened extends FirstContent {
  /** Calls of the API until the page is at rest. */
  allCalls: number;
  shift: number;
  foreign: number;
}

const open = async (visit: Visit, url: string): Promise<Opened> => {
  const before = { requests: visit.requests.length, calls: visit.calls.length };
  await visit.page.goto(url);
  await rest(visit);
  const shift = Number(await visit.page.evaluate('globalThis.shifts'));
  const foreign = visit.requests
    .slice(before.requests)
    .filter((one) => new URL(one).origin !== consoleUrl()).length;
  return {
    ...(await firstContent(visit)),
    allCalls: visit.calls.length - before.calls,
    shift: Math.round(shift * 1_000) / 1_000,
    foreign,
  };
};

/** The document, which resources do not name. It is asked for each time. */
const documents = 1;

const section = 'pages, opened cold, to their first content';

const pageFigures = (row: PageRow, opened: Opened, more: number): Figure[] => [
  { section, what: row.title, unit: 'API calls', value: opened.calls, limit: row.path === '' ? 2 : 3 },
  { section, what: row.title, unit: 'in all', value: opened.allCalls },
  { section, what: row.title, unit: 'layout shift', value: opened.shift, limit: 0.02 },
  { section, what: row.title, unit: 'to other origins', value: opened.foreign, limit: 0 },
  { section, what: row.title, unit: 'KB of js, gzip, beside the Overview', value: more },
];

const overviewFigures = (cold: Opened, warm: Opened): Figure[] =>
  [
    { what: 'cold', opened: cold, limit: 10 },
    { what: 'warm, not from the cache', opened: warm, limit: 4 },
  ].flatMap(({ what, opened, limit }) => [
    {
      section: 'requests to the first content of the Overview',
      what,
      unit: 'requests',
      value: documents + opened.sentFiles + opened.calls,
      limit,
    },
    {
      section: 'requests to the first content of the Overview',
      what,
      unit: 'of the API',
      value: opened.calls,
      limit: 2,
    },
  ]);

const openCold = async <T>(
  organization: SampleOrganization,
  act: (visit: Visit) => Promise<T>,
): Promise<T> => {
  const visit = await openAs(organization, 'owner');
  await visit.context.addInitScript(observeShifts);
  await visit.context.addInitScript(observeFirstContent);
  const answer = await act(visit);
  await visit.close();
  return answer;
};

const openOthers = async (
  organization: SampleOrganization,
  base: string,
  { sizes, first }: { sizes: FileSizes; first: readonly string[] },
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const row of await pageRows()) {
    const url = `${base}/${pathOf(row, organization.parameters)}`.replace(/\/$/, '');
    const opened = await openCold(organization, (visit) => open(visit, url));
    const more = [...opened.files, ...opened.laterFiles].filter((name) => !first.includes(name));
    figures.push(...pageFigures(row, opened, kilobytesOf(sizes, 'js', more)));
  }
  return figures;
};

/** Measures files, requests and layout shifts of every page, opened cold. */
export const measurePages = async (organization: SampleOrganization): Promise<Figure[]> => {
  const base = `${consoleUrl()}/console/o/${organization.organizationId}`;
  const sizes = await fileSizes();
  const { cold, warm } = await openCold(organization, async (visit) => ({
    cold: await open(visit, base),
    warm: await open(visit, base),
  }));
  return [
    ...(await fileFigures(sizes, cold)),
    ...overviewFigures(cold, warm),
    ...(await openOthers(organization, base, { sizes, first: cold.files })),
  ];
};
