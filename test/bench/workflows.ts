import type { BenchService } from './service.ts';

const throttled = { service: 'lambda', operation: 'prepare-scan', kind: 'throttle', times: 100_000 };

/** Keeps new scans queued by throttling their first task. */
export const pauseWorkflows = async ({ expectStatus: demand }: BenchService): Promise<void> =>
  void (await demand(201, 'POST', '/_local/faults', undefined, { body: throttled }));

export const clearFaults = async ({ expectStatus: demand }: BenchService): Promise<void> =>
  void (await demand(200, 'DELETE', '/_local/faults'));
