import { smallGroups } from '@scangate/domain/scans/units/unit-groups';
import { runConcurrently } from '#app/jobs/run-concurrently.ts';
import type { BlobWriter } from '#ports/blobs.ts';
import { errorFields, type Log } from '#ports/log.ts';
import type { PreparedBase, ScanTasks } from '#ports/scans/scan-tasks.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import type { ScanRef } from './load-scan.ts';
import { ScanEnded } from './scan-end.ts';
import {
  finishScan,
  type FinishedScan,
  type FinishScanPorts,
  type ScannedUnits,
} from './workflow/finish-scan.ts';
import { prepareBase, type PrepareBasePorts } from './workflow/prepare-base.ts';
import { prepareScan, type PreparedScan, type PrepareScanPorts } from './workflow/prepare-scan.ts';

export type RunScanPorts = PrepareScanPorts &
  PrepareBasePorts &
  FinishScanPorts & {
    scanTasks: ScanTasks;
    blobs: BlobWriter<'work'>;
    clock: { now(): Date };
    log: Log;
  };

/** The state of the workflow where it continues: a prepared scan, and the steps that were already taken. */
export type ReachedScan = PreparedScan &
  Partial<Pick<ScannedUnits, 'results' | 'compared'>> & {
    base?: PreparedBase;
    baseResults?: ScannedUnits['results'];
  };

/** The result of the first task of the workflow. `rest` has an item when steps are left to the workflow. */
export type ScanRun = (FinishedScan | ReachedScan) & { rest: readonly true[] };

interface Run {
  ports: RunScanPorts;
  context: RunContext;
  /** The archives of small units, which are not stored. They are opaque here, and not part of the workflow's state. */
  contents: Map<string, string>;
}

/** The context of a step: minutes may have passed since the task began. */
const stepContext = ({ ports: { clock }, context: { signal } }: Run): RunContext => ({
  now: clock.now(),
  signal,
});

/**
 * Scans groups of small units, each in a task of its own, with as many concurrent tasks as for a scan of fewer
 * units.
 */
const scanGroups = async (
  { organizationId, scanId }: ScanRef,
  { groups = [], ofBase }: Pick<PreparedBase, 'groups'> & { ofBase?: true },
  { ports, context, contents }: Run,
): Promise<ScannedUnits['results']> => {
  const { signal } = context;
  const results: ScannedUnits['results'][number][] = [];
  const isDone = await runConcurrently(groups, { atOnce: smallGroups, signal }, async ({ units }) => {
    const carried = ofBase ? [] : [...contents].filter(([id]) => units.includes(id));
    const scanned = {
      organizationId,
      scanId,
      units,
      ...(ofBase && { ofBase }),
      ...(carried.length > 0 && { contents: Object.fromEntries(carried) }),
    };
    results.push(await ports.scanTasks.scanSmallUnits(scanned, signal));
  });
  if (!isDone) signal.throwIfAborted();
  return results;
};

/**
 * Stores the carried archives of units that are left to the workflow; none are left when the units have been
 * scanned.
 */
const storeContents = async (
  { organizationId, scanId, results }: ReachedScan,
  { ports, contents }: Run,
): Promise<void> => {
  if (results) return;
  await runConcurrently([...contents], { atOnce: smallGroups }, async ([projectUnitId, archive]) => {
    const key = { area: 'work', organizationId, name: `${scanId}/${projectUnitId}` } as const;
    await ports.blobs.put(key, Buffer.from(archive, 'base64'), 'application/gzip');
  });
};

/**
 * Compares the scan with its base.
 * @returns false when that takes longer than a task should wait.
 */
const compare = async (reached: ReachedScan, run: Run): Promise<boolean> => {
  const { ports, context } = run;
  const base = await prepareBase(reached, ports, stepContext(run));
  if (base.state === 'pending') return false;
  reached.base = base;
  if (base.state === 'scan') {
    if (base.hasLarge) return false;
    const { groups } = base;
    reached.baseResults = await scanGroups(reached, { groups, ofBase: true }, run);
  }
  const { organizationId, scanId, units, baseResults } = reached;
  const compared = { organizationId, scanId, units, base, ...(baseResults && { baseResults }) };
  reached.compared = await ports.scanTasks.compareBase(compared, context.signal);
  return true;
};

/**
 * Takes the steps after the preparation, and records each in the state.
 * @returns undefined for a scan that continues.
 */
const takeSteps = async (reached: ReachedScan, run: Run): Promise<FinishedScan | undefined> => {
  const { failure, hasLarge, hasBase } = reached;
  if (hasLarge) return undefined;
  if (!failure) {
    reached.results = await scanGroups(reached, reached, run);
    if (hasBase && !(await compare(reached, run))) return undefined;
  }
  return finishScan({ results: [], ...reached }, run.ports, stepContext(run));
};

/** Follows the default branch with a scan that has ended, if it may be followed. */
const followEnded = async (
  { status, follow, organizationId, scanId }: FinishedScan,
  { ports, context }: Run,
): Promise<void> => {
  if (!follow || organizationId === undefined || scanId === undefined) return;
  await ports.scanTasks.trackDefaultBranch({ status, organizationId, scanId, follow }, context.signal);
};

/**
 * Prepares a scan, and takes its other steps in the same task if all units are small: each step of the workflow
 * costs more than waiting for a short one. A step that fails here is left to the workflow, which retries it. It is
 * safe to run twice (docs/adr/0014-scan-workflow.md).
 * @returns how the scan ended, or the state with which the workflow continues.
 */
export const runScan = async (
  { organizationId, scanId }: ScanRef,
  ports: RunScanPorts,
  context: RunContext,
): Promise<ScanRun> => {
  const contents = new Map<string, string>();
  const run = { ports, context, contents };
  const prepared = await prepareScan({ organizationId, scanId }, { ...ports, contents }, context);
  let reached: FinishedScan | ReachedScan = prepared;
  try {
    const finished = await takeSteps(prepared, run);
    if (finished) {
      reached = finished;
      await followEnded(finished, run);
      return { status: finished.status, rest: [] };
    }
  } catch (error) {
    if (context.signal.reason instanceof ScanEnded) throw error;
    ports.log.warn('a step of the scan is left to the workflow', { scanId, ...errorFields(error) });
  }
  await storeContents(prepared, run);
  return { ...reached, rest: [true] };
};
