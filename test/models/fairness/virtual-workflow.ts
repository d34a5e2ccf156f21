import type { ScanRef } from '#app/scans/load-scan.ts';
import { runScan, type ReachedScan, type ScanRun } from '#app/scans/run-scan.ts';
import { hasEnded, isMarkedAsStopped } from '#app/scans/scan-end.ts';
import { stoppedReport } from '#app/scans/workflow/fetch-source.ts';
import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { prepareBase } from '#app/scans/workflow/prepare-base.ts';
import { runConcurrently } from '#app/jobs/run-concurrently.ts';
import type { UnitsToScan } from '#ports/scans/scan-tasks.ts';
import { whileActive, type Every } from '#runtime/tasks/while-active.ts';
import { maxConcurrentGroups } from '@scangate/domain/scans/units/unit-groups';
import type { FetchedSource, RefusedSource, SourceRequest } from '#ports/git-sources.ts';
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
  /** Large units of its base; none unless given. */
  baseUnits?: number;
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

/** Units that no commit of the head has. */
const baseUnitsOf = (count: number): ProjectUnit[] =>
  Array.from({ length: count }, (_none, index) => ({
    projectUnitId: `base-${index}`,
    path: `b${index}`,
    type: 'npm',
    name: `b${index}`,
  }));

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
  const every: Every = (intervalMs, act) => {
    let isOver = false;
    const loop = async (): Promise<void> => {
      await time.sleep(intervalMs);
      if (isOver) return;
      await act();
      await loop();
    };
    void loop();
    return () => {
      isOver = true;
    };
  };
  const sleepUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
    Promise.race([
      time.sleep(ms),
      new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
    ]);
  const scanOf = ({ repository: { organizationId }, scan: { scanId } }: SourceRequest): ScanRef => ({
    organizationId,
    scanId: scanId.split('/', 1)[0] ?? '',
  });
  const reviewed: FetchedSource['reviewed'] = {
    branch: 'main',
    tip: 'd'.repeat(40),
    headIsReviewed: false,
    base: 'reviewed',
    ignoreFiles: [],
    comments: [],
    unchanged: [],
  };
  /** The function that fetches, which runs on when its caller is aborted, until it notices by itself. */
  const fetch = whileActive(
    {
      hasEnded: (request: SourceRequest) =>
        isMarkedAsStopped(scanOf(request), { blobs: world.blobs as never }),
      resultOf: () => stoppedReport,
      every,
    },
    async (request: SourceRequest, _none: object, { signal }): Promise<FetchedSource | RefusedSource> => {
      const ref = scanOf(request);
      const { fetchMs, baseUnits = 0 } = timesOf(ref);
      signal.throwIfAborted();
      await sleepUnlessAborted(fetchMs, signal);
      if (request.scan.scanId === ref.scanId)
        return { found: unitsOf(ref), large: [], ignoreFiles: [], ...(baseUnits > 0 && { reviewed }) };
      const found = baseUnitsOf(baseUnits);
      return { found, large: found.map(({ projectUnitId }) => projectUnitId), ignoreFiles: [] };
    },
  );
  const ports = {
    ...world,
    store,
    sourceFetcher: {
      fetch: async (request: SourceRequest, signal: AbortSignal) => {
        signal.throwIfAborted();
        const fetching = retried(ofSdk, () => fetch(request, {}, task()));
        fetching.catch(() => undefined);
        const aborted = new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
        return Promise.race([fetching, aborted]);
      },
    },
    scanTasks: {
      scanSmallUnits: (units: UnitsToScan) => retried(ofSdk, () => scanUnits(units)),
      trackDefaultBranch: async () => undefined,
    },
  } as never;
  const task = () => taskContextAt(now());
  /** The units of the base, of which each occupies a function of its own. */
  const scanBase = async (reached: ReachedScan): Promise<void> => {
    const { base = await retried(ofTask, () => prepareBase(reached, ports, task())) } = reached;
    if (base.state === 'pending') {
      await time.sleep(15_000);
      return scanBase({ ...reached, base: undefined as never });
    }
    if (base.state !== 'scan') return;
    await runConcurrently(base.groups ?? [], { atOnce: maxConcurrentGroups }, ({ units }) =>
      retried(ofTask, () => time.sleep(Math.min(600_000, units.length * timesOf(reached).unitMs))),
    );
  };
  /** The steps that the workflow takes behind its first task. */
  const goOn = async (reached: ReachedScan): Promise<void> => {
    if (reached.hasBase) await scanBase(reached);
    const results = reached.results ?? [];
    if (!reached.results && !reached.failure)
      for (const { units } of reached.groups)
        results.concat(await retried(ofTask, () => scanUnits({ ...reached, units })));
    await retried(ofTask, () => finishScan({ ...reached, results }, ports, task()));
  };
  const firstTask = whileActive(
    { hasEnded, resultOf: (): ScanRun => ({ status: 'ended', rest: [] }), every },
    (ref: ScanRef, given: typeof ports & { store: Store }, run) => runScan(ref, given, run),
  );
  return {
    run: async (ref: ScanRef): Promise<void> => {
      try {
        const reached = await retried(ofTask, () => firstTask(ref, ports, task()));
        if (!isFinished(reached)) await goOn(reached);
      } catch {
        await finishScan({ ...ref, results: [], failure: crashed }, ports, task());
      }
    },
  };
};
