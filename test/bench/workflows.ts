import type { BenchService } from './service.ts';

/** The first task of a scan, and the one that it invokes where a bench runs it by itself. */
const tasks = ['prepare-scan', 'scan-small-units'];

/** Keeps new scans queued by throttling their first task. */
export const pauseWorkflows = async ({ expectStatus: demand }: BenchService): Promise<void> => {
  for (const operation of tasks) {
    const body = { service: 'lambda', operation, kind: 'throttle', times: 100_000 };
    await demand(201, 'POST', '/_local/faults', undefined, { body });
  }
};

export const clearFaults = async ({ expectStatus: demand }: BenchService): Promise<void> =>
  void (await demand(200, 'DELETE', '/_local/faults'));
