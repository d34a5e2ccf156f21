import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import { pageRows, pathOf } from '#test/support/console/page-table.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import type { Visit } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';
import { streamUnits } from './live-units.ts';
import type { ListPage } from './multiply.ts';

const hourMs = 3_600_000;

/** Lets the scans of the lists run, so that every page that follows something has something to follow. */
const letScansRun = async (visit: Visit): Promise<() => void> => {
  const units = await streamUnits(visit, 3);
  await visit.page.route(
    ({ pathname }) => pathname === '/v1/scans' || pathname === '/v1/overview',
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as ListPage & { failing?: object[] };
      const running = { status: 'running', createdAt: new Date().toISOString(), commitHash: '0'.repeat(40) };
      const json = body.failing
        ? { ...body, active: body.failing.map((gate) => ({ ...gate, ...running })) }
        : { ...body, items: body.items.map(({ verdict: _verdict, ...scan }) => ({ ...scan, ...running })) };
      await route.fulfill({ response: answer, json });
    },
  );
  return units.stop;
};

const hide = `Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
Object.defineProperty(document, 'hidden', { value: true });
document.dispatchEvent(new Event('visibilitychange'));`;

/** Counts the requests of a page over an hour of its clock. */
const requestsInAnHour = async (
  organization: SampleOrganization,
  url: string,
  isHidden: boolean,
): Promise<number> => {
  const visit = await openAs(organization, 'owner');
  const stop = await letScansRun(visit);
  try {
    await visit.page.clock.install();
    await visit.page.goto(url);
    await visit.page.locator('main h1').waitFor();
    await visit.page.waitForTimeout(1_500);
    if (isHidden) await visit.page.evaluate(hide);
    const before = visit.requests.length;
    await visit.page.clock.runFor(hourMs);
    return visit.requests.length - before;
  } finally {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.close();
    stop();
  }
};

/**
 * Counts what hidden pages request while scans run. The same page, when visible, shows that requests are
 * counted.
 */
export const measureHidden = async (organization: SampleOrganization): Promise<Figure[]> => {
  const base = `${consoleUrl()}/console/o/${organization.organizationId}`;
  const section = 'an hour of a tab, with running scans';
  const figures: Figure[] = [
    {
      section,
      what: 'scans',
      unit: 'requests, visible',
      value: await requestsInAnHour(organization, `${base}/scans`, false),
    },
  ];
  for (const row of await pageRows()) {
    const url = `${base}/${pathOf(row, organization.parameters)}`.replace(/\/$/, '');
    figures.push({
      section,
      what: row.title,
      unit: 'requests, hidden',
      value: await requestsInAnHour(organization, url, true),
      limit: 0,
    });
  }
  return figures;
};
