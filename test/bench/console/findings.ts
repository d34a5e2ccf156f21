import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';
import { fingerprintOf, multiply } from './multiply.ts';

const findings = 10_000;
const largestPage = 1_000;

const nodesOf = ({ page }: Visit): Promise<number> =>
  page.evaluate("document.querySelectorAll('*').length") as Promise<number>;

const heapOf = async ({ page, context }: Visit): Promise<number> => {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
};

/** Notes the most elements that the document ever had, also between two looks at it. */
const observeNodes = `globalThis.nodes = 0;
new MutationObserver(() => {
  globalThis.nodes = Math.max(globalThis.nodes, document.querySelectorAll('*').length);
}).observe(document, { childList: true, subtree: true });`;

/** Steps to the end of the list, and a few more should pages be smaller than they may be. */
const steps = (findings / largestPage) * 3;

interface List {
  section: string;
  /** The path of the page, below that of the organization. */
  page: string;
  /** The path of the answer that has the findings. */
  path: RegExp;
  /** The number of rows of the table, which a list without a total does not tell. */
  rows: number;
}

const measureList = async (
  organization: SampleOrganization,
  { section, page, path, rows }: List,
): Promise<Figure[]> => {
  const visit = await openAs(organization, 'owner');
  const copy = (item: Record<string, unknown>, index: number) => ({
    ...item,
    fingerprint: fingerprintOf(index),
  });
  const asked = await multiply(visit, { path, count: findings, largestPage, copy });
  await visit.context.addInitScript(observeNodes);
  await visit.page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/${page}`);
  await settle(visit);
  for (let step = 0; step < steps; step++) {
    await visit.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await visit.page.waitForTimeout(150);
    await settle(visit);
  }
  const nodes = Math.max(await nodesOf(visit), Number(await visit.page.evaluate('globalThis.nodes')));
  const last = Number(await visit.page.locator('tr[aria-rowindex]').last().getAttribute('aria-rowindex'));
  const heap = await heapOf(visit);
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
  await visit.close();
  return [
    { section, what: 'the last row', unit: 'row', value: last, limit: rows, exactly: true },
    { section, what: 'calls to the end of the list', unit: 'calls', value: asked(), limit: 10 },
    { section, what: 'elements ever', unit: 'elements', value: nodes, limit: 1_500 },
    { section, what: 'heap after it', unit: 'MB', value: Math.round(heap / 1e6), limit: 60 },
  ];
};

/** Scrolls to the end of 10,000 findings, of a scan and of the organization, and counts what that takes. */
export const measureFindings = async (organization: SampleOrganization): Promise<Figure[]> => {
  const rows = findings + 1;
  return [
    ...(await measureList(organization, {
      section: '10,000 findings of a scan',
      page: `scans/${organization.scanId}`,
      path: /^\/v1\/scans\/[^/]+\/findings$/,
      rows,
    })),
    ...(await measureList(organization, {
      section: '10,000 findings of the organization',
      page: 'findings',
      path: /^\/v1\/findings$/,
      rows,
    })),
  ];
};
