import type { ScanRef } from '#app/scans/load-scan.ts';
import { runScan, type ReachedScan } from '#app/scans/run-scan.ts';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import type { UnitsToScan } from '#ports/scans/scan-tasks.ts';
import type { FetchedSource } from '#ports/git-sources.ts';
import type { Store } from '#ports/store.ts';
import { crashed } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { VirtualTime } from '#test/support/store/virtual-time.ts';
import { storeUnitResult, taskContextAt, type WorkflowWorld } from '#test/support/scans/workflow.ts';
import { TooManyRequests, type Executions } from './account-capacity.ts';

/** The duration of the steps of a scan. */
export interface StepTimes {
  fetchMs: number;
  unitMs: number;
}

interface WorkflowContext {
  world: WorkflowWorld;
  store: Store;
  executions: Executions;
  time: VirtualTime;
  random(): number;
  now(): Date;
  timesOf(ref: ScanRef): StepTimes;
  unitsOf(ref: ScanRef): readonly ProjectUnit[];
}

/** The retries of a task (lib/infra/retried-task.ts) and of the SDK when Lambda is busy. */
const ofTask = { tries: 7, firstMs: 2_000, longestMs: 60_000 };
const ofSdk = { tries: 3, firstMs: 100, longestMs: 20_000 };

const isFinished = (state: object): state is { status: string } => 'status' in state;

/**
 * Executions of the scan workflow in virtual time: its tasks are the real use cases, and each occupies an execution of
 * Lambda as long as it lasts, those included that wait for another one.
 */
export const virtualWorkflow = (context: WorkflowContext) => {
  const { world, store, executions, time, random, now, timesOf, unitsOf } = context;
  const retried = async <T>(policy: typeof ofTask, work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await executions.run(work);
      } catch (error) {
        if (!(error instanceof TooManyRequests) || tries >= policy.tries) throw error;
        await time.sleep(random() * Math.min(policy.longestMs, policy.firstMs * 2 ** (tries - 1)));
      }
    }
  };
  const scanUnits = async (units: UnitsToScan) => {
    await time.sleep(timesOf(units).unitMs);
    return Promise.all(
      units.units.map((projectUnitId) => storeUnitResult(world.blobs, { ...units, projectUnitId })),
    );
  };
  const fetch = async (ref: ScanRef): Promise<FetchedSource> => {
    await time.sleep(timesOf(ref).fetchMs);
    return { found: unitsOf(ref), large: [], ignoreFiles: [] };
  };
  const ports = {
    ...world,
    store,
    sourceFetcher: {
      fetch: ({ repository, scan }: { repository: { organizationId: string }; scan: { scanId: string } }) =>
        retried(ofSdk, () => fetch({ organizationId: repository.organizationId, scanId: scan.scanId })),
    },
    scanTasks: {
      scanSmallUnits: (units: UnitsToScan) => retried(ofSdk, () => scanUnits(units)),
      trackDefaultBranch: async () => undefined,
    },
  } as never;
  const task = () => taskContextAt(now());
  /** The steps that the workflow takes behind its first task. */
  const goOn = async (reached: ReachedScan): Promise<void> => {
    const results = reached.results ?? [];
    if (!reached.results && !reached.failure)
      for (const { units } of reached.groups)
        results.concat(await retried(ofTask, () => scanUnits({ ...reached, units })));
    await retried(ofTask, () => finishScan({ ...reached, results }, ports, task()));
  };
  return {
    run: async (ref: ScanRef): Promise<void> => {
      try {
        const reached = await retried(ofTask, () => runScan(ref, ports, task()));
        if (!isFinished(reached)) await goOn(reached);
      } catch {
        await finishScan({ ...ref, results: [], failure: crashed }, ports, task());
      }
    },
  };
};
