import { consoleUrl, openAs } from '#test/support/console/console-world.ts';
import type { SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';
import type { Figure } from '../figures.ts';
import { startLedgerServer } from './ledger-server.ts';
import { watchWorkerHeap } from './worker-heap.ts';

const rows = 1_000_000;
const sampleMs = 100;
const longestMs = 600_000;

/** Records the longest time in which the page could not have answered. */
const observeSilence = `globalThis.silentMs = 0;
{
  const everyMs = 10;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    globalThis.silentMs = Math.max(globalThis.silentMs, now - last - everyMs);
    last = now;
  }, everyMs);
}`;

interface Peak {
  heap: number;
  buffers: number;
}

/** Samples the heap of the page and of its worker until the check reports its result. */
const peakUntilDone = async (visit: Visit, isDone: () => Promise<boolean>): Promise<Peak> => {
  const session = await visit.context.newCDPSession(visit.page);
  const workerHeap = await watchWorkerHeap(session);
  await visit.page.getByRole('button', { name: 'Verify', exact: true }).click();
  const peak = { heap: 0, buffers: 0 };
  for (const deadline = performance.now() + longestMs; !(await isDone());) {
    if (performance.now() > deadline) throw new Error('the check of the ledger does not end');
    const worker = await workerHeap();
    const page = await session.send('Runtime.getHeapUsage');
    peak.heap = Math.max(peak.heap, page.usedSize + (worker?.usedSize ?? 0));
    peak.buffers = Math.max(peak.buffers, worker?.backingStorageSize ?? 0);
    await visit.page.waitForTimeout(sampleMs);
  }
  return peak;
};

const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;

/** Verifies a million rows of a ledger in the browser, and watches its heap and its page. */
export const measureLedger = async (organization: SampleOrganization): Promise<Figure[]> => {
  const { url, server } = await startLedgerServer(rows);
  const visit = await openAs(organization, 'owner');
  const { page } = visit;
  try {
    await page.route(/\/billing\/ledger\.csv$/, (route) => route.continue({ url }));
    await page.goto(`${consoleUrl()}/console/o/${organization.organizationId}/billing?tab=history`);
    await settle(visit);
    await page.locator('summary', { hasText: 'Verify the chain' }).click();
    await page.evaluate(observeSilence);
    const begun = performance.now();
    const { heap, buffers } = await peakUntilDone(visit, () =>
      page.getByRole('button', { name: 'Verify again' }).isVisible(),
    );
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const words = await page.getByText(/ sealed rows? (?:is|are) as /).innerText();
    const sealed = Number(words.split(' ')[0]?.replaceAll(',', ''));
    const silent = Math.round(Number(await page.evaluate('globalThis.silentMs')));
    const section = 'a ledger of 1,000,000 rows, verified in the browser';
    return [
      { section, what: 'verified', unit: 'rows', value: sealed, limit: rows, exactly: true },
      { section, what: 'heap of page and worker, at most', unit: 'MB', value: megabytes(heap), limit: 64 },
      { section, what: 'buffers beside it, at most', unit: 'MB', value: megabytes(buffers) },
      { section, what: 'longest time without an answer of the page', unit: 'ms', value: silent, limit: 200 },
      { section, what: 'time', unit: 'seconds', value: seconds },
    ];
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await visit.close();
    server.closeAllConnections();
    server.close();
  }
};
