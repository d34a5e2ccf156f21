import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import type { Visit } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';
import { streamUnits } from './live-units.ts';
import { fingerprintOf, multiply } from './multiply.ts';
import { countRenders, rendersOf, resetRenders, type Renders } from './render-counter.ts';
import { rest } from './rest.ts';

const rows = 50;
const changedRow = 5;
const pollMs = 10_000;

const open = async (visit: Visit, { organizationId }: SampleOrganization, page: string): Promise<void> => {
  await visit.context.addInitScript(countRenders);
  await visit.page.goto(`${consoleUrl()}/console/o/${organizationId}/${page}`);
};

/** Selects a row of a list. */
const select = async (visit: Visit, organization: SampleOrganization): Promise<Renders> => {
  await multiply(visit, {
    path: /^\/v1\/findings$/,
    count: rows,
    largestPage: rows,
    copy: (item, index) => ({ ...item, fingerprint: fingerprintOf(index) }),
  });
  await open(visit, organization, 'findings');
  await rest(visit);
  await resetRenders(visit.page);
  await visit.page
    .getByRole('checkbox')
    .nth(changedRow + 1)
    .click();
  await rest(visit);
  return rendersOf(visit.page, changedRow);
};

/** Lets a list that is read again bring one changed row. */
const readAgain = async (visit: Visit, organization: SampleOrganization): Promise<Renders> => {
  let status = 'queued';
  const asked = await multiply(visit, {
    path: /^\/v1\/scans$/,
    count: rows,
    largestPage: rows,
    copy: ({ verdict: _verdict, ...scan }, index) => ({
      ...scan,
      scanId: `01a20000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      status: index === changedRow ? status : 'running',
    }),
  });
  await visit.page.clock.install();
  await open(visit, organization, 'scans');
  await rest(visit);
  // The rows say how long ago they began; a first minute that passes is a change of each.
  await visit.page.clock.runFor(pollMs);
  await rest(visit);
  const before = asked();
  await resetRenders(visit.page);
  status = 'running';
  await visit.page.clock.runFor(pollMs);
  await rest(visit);
  if (asked() === before) throw new Error('the list was not read again');
  return rendersOf(visit.page, changedRow);
};

/** Lets the stream of a running scan report one unit. */
const hear = async (visit: Visit, organization: SampleOrganization): Promise<Renders> => {
  const units = await streamUnits(visit, rows);
  try {
    await open(visit, organization, `scans/${organization.scanId}`);
    await visit.page.locator(`tr[aria-rowindex="${rows + 1}"]`).waitFor();
    await resetRenders(visit.page);
    units.tell(changedRow, 'completed');
    await visit.page.locator(`tr[aria-rowindex="${changedRow + 2}"]`, { hasText: 'ompleted' }).waitFor();
    return await rendersOf(visit.page, changedRow);
  } finally {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    units.stop();
  }
};

/** Counts how often rows render when one other row changes. */
export const measureRows = async (organization: SampleOrganization): Promise<Figure[]> => {
  const changes = {
    'a finding is selected': select,
    'a list read again has another state of a scan': readAgain,
    'the stream tells of a unit': hear,
  };
  const figures: Figure[] = [];
  for (const [what, change] of Object.entries(changes)) {
    const visit = await openAs(organization, 'owner');
    const renders = await change(visit, organization);
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.close();
    // If the changed row itself never renders, nothing was measured.
    const others = renders.changed > 0 ? renders.others : Number.NaN;
    const section = `one of ${rows} rows changes`;
    figures.push({ section, what, unit: 'renders of it', value: renders.changed });
    figures.push({ section, what, unit: 'renders of others', value: others, limit: 0 });
  }
  return figures;
};
