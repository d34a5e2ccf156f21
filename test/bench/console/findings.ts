import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';

const findings = 10_000;
const largestPage = 1_000;

interface FindingsPage {
  items: Record<string, unknown>[];
  nextCursor?: string | null;
}

/** Answers the list of findings with copies of its first one. @returns how often it was asked. */
const multiply = async ({ page }: Visit): Promise<() => number> => {
  let asked = 0;
  await page.route(/\/v1\/scans\/[^/]+\/findings\?/, async (route) => {
    const url = new URL(route.request().url());
    const start = Number(url.searchParams.get('cursor') ?? 0);
    url.searchParams.delete('cursor');
    const answer = await route.fetch({ url: url.href });
    const body = (await answer.json()) as FindingsPage;
    const end = Math.min(
      start + Math.min(Number(url.searchParams.get('limit') ?? 100), largestPage),
      findings,
    );
    const items = Array.from({ length: end - start }, (_none, at) => ({
      ...body.items[0],
      fingerprint: (start + at).toString(16).padStart(64, '0'),
    }));
    asked += 1;
    const nextCursor = end < findings ? String(end) : null;
    await route.fulfill({ response: answer, json: { ...body, items, total: findings, nextCursor } });
  });
  return () => asked;
};

const nodesOf = ({ page }: Visit): Promise<number> =>
  page.evaluate("document.querySelectorAll('*').length") as Promise<number>;

const heapOf = async ({ page, context }: Visit): Promise<number> => {
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
};

/** Steps to the end of the list, and a few more should pages be smaller than they may be. */
const steps = (findings / largestPage) * 3;

/** Scrolls to the end of 10,000 findings of a scan, and counts what that takes. */
export const measureFindings = async (organization: SampleOrganization): Promise<Figure[]> => {
  const { organizationId, scanId } = organization;
  const visit = await openAs(organization, 'owner');
  const asked = await multiply(visit);
  await visit.page.goto(`${consoleUrl()}/console/o/${organizationId}/scans/${scanId}`);
  await settle(visit);
  let nodes = await nodesOf(visit);
  for (let step = 0; step < steps; step++) {
    await visit.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await visit.page.waitForTimeout(150);
    await settle(visit);
    nodes = Math.max(nodes, await nodesOf(visit));
  }
  const rows = Number(await visit.page.locator('[aria-rowcount]').first().getAttribute('aria-rowcount'));
  const heap = await heapOf(visit);
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
  await visit.close();
  const section = '10,000 findings of a scan';
  return [
    { section, what: 'rows at the end', unit: 'rows', value: rows, limit: findings + 1, exactly: true },
    { section, what: 'calls to the end of the list', unit: 'calls', value: asked(), limit: 10 },
    { section, what: 'elements ever', unit: 'elements', value: nodes, limit: 1_500 },
    { section, what: 'heap after it', unit: 'MB', value: Math.round(heap / 1e6), limit: 60 },
  ];
};
