import type { BenchService } from './service.ts';

const throttled = { service: 'lambda', operation: 'prepare-scan', kind: 'throttle', times: 100_000 };

/** Scans created from now on stay queued: their first task is throttled. */
export const pauseWorkflows = async ({ expectStatus: demand }: BenchService): Promise<void> =>
  void (await demand(201, 'POST', '/_local/faults', undefined, { body: throttled }));

export const clearFaults = async ({ expectStatus: demand }: BenchService): Promise<void> =>
  void (await demand(200, 'DELETE', '/_local/faults'));
