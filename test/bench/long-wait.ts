import { acquireLease, releaseLease } from '#app/scans/waiter-lease.ts';
import { watchScan } from '#app/scans/watch-scan.ts';
import { costOf, type Cost } from './operations.ts';
import { openSteppedClock } from './stepped-clock.ts';
import { newTenant, type BenchService } from './service.ts';
import { openStore } from './store.ts';
import { clearFaults, pauseWorkflows } from './workflows.ts';

const timeoutMs = 300_000;
const intervalMs = 10_000;

/**
 * Measures a wait of 300 s with an interval of 10 s and no verdict. It runs the handler's code on a clock that only its
 * own sleep moves.
 */
export const measureLongWait = async (service: BenchService): Promise<Cost> => {
  const tenant = await newTenant(service, 10);
  await pauseWorkflows(service);
  const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', tenant.token, {
    body: { repositoryId: tenant.repositoryId, commitHash: service.commits[0], branch: 'main' },
  });
  const { organizationId } = tenant;
  const id = { organizationId, scanId: String(scanId) };
  const store = openStore(service, 'wait-scan');
  const start = new Date(service.cloud.clock.now());
  const clock = openSteppedClock();
  const { calls } = await service.recorder.during(async () => {
    const scan = await store.get('scan', id, { consistent: true });
    const lease = await acquireLease({ organizationId, holder: 'bench', timeoutMs }, store, start);
    if (!scan || !lease) throw new Error('there is no scan or lease to wait with');
    const watch = { ...clock, load: () => clock.runReal(() => store.get('scan', id)), timeoutMs, intervalMs };
    await clock.advanceUntil(Array.fromAsync(watchScan(scan, watch)));
    await releaseLease(lease, store, new Date(start.getTime() + clock.elapsedMs()));
  });
  store.close();
  await service.expectStatus(200, 'POST', `/v1/scans/${id.scanId}/cancel`, tenant.token);
  await clearFaults(service);
  await service.settle();
  return costOf(calls.filter(({ caller }) => caller === 'wait-scan'));
};
