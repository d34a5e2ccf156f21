import { world } from '../endpoint-world.ts';

const record = (started: string[], what: string): void => {
  if (world.startFails) throw new Error('the workflow cannot start');
  started.push(what);
};

export const wireWorkflowStarter = () => ({
  start: async ({ scanId }: { scanId: string }) => record(world.started, scanId),
});

export const wireWorkflowResumer = () => ({
  resume: async ({ scanId }: { scanId: string }) => record(world.started, scanId),
});

export const wireRechargeStarter = () => ({
  start: async ({ pool }: { pool: string }, cause: string) => record(world.recharged, `${pool} ${cause}`),
});

export const wireWorkflowStopper = () => ({
  stop: async ({ scanId, wasResumed }: { scanId: string; wasResumed: boolean }) =>
    void world.stopped.push(...(wasResumed ? [scanId, `${scanId}.2`] : [scanId])),
});

export const wireExportStarter = () => ({
  start: async ({ exportId }: { exportId: string }) => record(world.started, `export ${exportId}`),
});

export const wireHistoryStarter = () => ({
  start: async ({ historyScanId, phase }: { historyScanId: string; phase: string }) =>
    record(world.started, `${phase} ${historyScanId}`),
});

export const wireAuditorPackStarter = () => ({
  start: async ({ packId }: { packId: string }) => record(world.started, `pack ${packId}`),
});
