import { createScan } from '#app/scans/create-scan.ts';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { endScan } from '#app/scans/workflow/end-scan.ts';
import { compareBase } from '#app/scans/workflow/compare-base.ts';
import { finishScan, type FinishedScan } from '#app/scans/workflow/finish-scan.ts';
import { scanProjectUnit } from '#app/scans/workflow/scan-unit.ts';
import { endScanOfExecution } from '#app/scans/workflow/end-scan-of-execution.ts';
import type { PreparedScan } from '#app/scans/workflow/prepare-scan.ts';
import { runScan, type ReachedScan } from '#app/scans/run-scan.ts';
import type { ScanTasks, UnitOutcome } from '#ports/scans/scan-tasks.ts';
import { memorySourceArchive } from '#adapters/memory/source-archive.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Store } from '#ports/store.ts';
import { Replay } from '@scangate/domain/idempotency';
import type { Scan } from '@scangate/domain/records';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import type { Failure } from '@scangate/engines/model/failure';
import { SourceFailure } from '#ports/git-sources.ts';
import { countViolations } from './fairness/count-violations.ts';
import { scanEarlier } from './executions/earlier-scan.ts';
import { recordLate, runUnrecorded } from './executions/unrecorded-executions.ts';
import { Crash, injectFaults, isRetryable, type FaultKind } from '../support/store/fault-injection.ts';
import { moneyRecords, violationsOf, leftoverArtifacts } from '../support/billing/money-invariants.ts';
import {
  commitHash,
  storeUnitResult,
  taskContextAt,
  workflowWorld,
  type WorkflowWorld,
} from '../support/scans/workflow.ts';
import { compareInWorkflow, type Compared, type RunTask } from '../support/scans/run-execution.ts';
import { leasingProcesses } from '../support/store/leased-memory.ts';
import { later, newOrganization, newRepository, noon } from '../support/world.ts';

/** The events of a scan, apart from injected faults. */
export interface ScanScenario {
  artifact?: true;
  credits?: number;
  host?: Error;
  /** The failure of the unit with this path. */
  unitFailure?: { path: string; failure: Failure };
  cancelled?: 'created' | 'prepared' | 'scanned';
  /** The scan is compared with a base, which its execution assesses. */
  compared?: true;
  /** An earlier scan of a commit with one other unit has completed. */
  unchanged?: true;
  /** The execution has given up before the scan is recorded. */
  late?: true;
}

export const scanScenarios: Record<string, ScanScenario> = {
  'completes, with new and absent units': {},
  'fails because its host refuses': { host: new SourceFailure('repo_access', 'Gone.') },
  'fails because the pool runs out among its units': { credits: 3 },
  'fails in one of its units': {
    unitFailure: { path: 'a', failure: { errorCode: 'lockfile_not_found', error: 'Nothing to read.' } },
  },
  'of an artifact fails in its unit': {
    artifact: true,
    unitFailure: { path: '', failure: { errorCode: 'lockfile_not_found', error: 'Damaged.' } },
  },
  'of an artifact completes': { artifact: true },
  'is compared with a base': { compared: true },
  'reuses the results of unchanged units': { unchanged: true },
  'reuses the results of unchanged units, and assesses their base': { unchanged: true, compared: true },
  'is cancelled before it begins': { cancelled: 'created' },
  'is cancelled when its units are charged': { cancelled: 'prepared' },
  'of an artifact is cancelled': { artifact: true, cancelled: 'prepared' },
  'is cancelled when its units are scanned': { cancelled: 'scanned' },
  'is recorded when its execution has given up': { late: true },
};

/**
 * The responses of an execution to a crash: it retries, continues to `finish` with a failure, or ends. If it
 * continues, the process outlives the failure of a step and leaves it to the workflow.
 */
export const crashResponses = ['retries', 'gives up', 'ends', 'goes on'] as const;
export type CrashResponse = (typeof crashResponses)[number];

const baseCommitHash = 'b'.repeat(40);
const emptyIndex: AdvisoryIndex = { snapshotId: 'snapshot', ecosystems: [], lookup: () => [] };
const broken: Failure = { errorCode: 'system_error', error: 'The scan failed.' };
type Ref = { organizationId: string; scanId: string };
type Ports = WorkflowWorld;

/** Retries as the caller does. The last try may not fail. */
const retry = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
    }
  }
  return work();
};

const create = async (body: object, caller: object, ports: Ports): Promise<string> => {
  const { organizationId } = caller as Ref;
  const idempotency = { organizationId, operation: 'create-scan', key: 'k', bodyHash: 'h' };
  const request = { caller, body, artifact: Buffer.from('{}'), idempotency };
  try {
    const answer = await createScan(request as never, ports as never, noon);
    return answer.body.scanId;
  } catch (error) {
    if (error instanceof Replay) return (error.answer.body as Ref).scanId;
    throw error;
  }
};

const cancel = (ref: Ref, ports: Ports) =>
  retry(() => endScan({ ...ref, outcomeOf: () => ({ status: 'cancelled' }) }, ports, later(40)));

interface Played {
  scenario: ScanScenario;
  response: CrashResponse;
  units: () => Scan['units'];
}

/** Scans a unit, or leaves what that leaves. */
const scanOne = (
  { ofBase, ...unit }: Ref & { projectUnitId: string; ofBase?: true },
  { scenario, units }: Played,
  ports: Ports,
): Promise<UnitOutcome> => {
  const { path, failure } = { path: undefined, failure: undefined, ...scenario.unitFailure };
  const fails = units().some((one) => one.projectUnitId === unit.projectUnitId && one.path === path);
  return scenario.compared || scenario.unchanged
    ? scanProjectUnit({ ...unit, ...(ofBase && { ofBase }) }, ports as never, taskContextAt(later(15)))
    : storeUnitResult(ports.blobs, unit, fails && failure ? { failure } : {});
};

/** The tasks that the first one has done in functions of their own. A scan is canceled before or behind them. */
const scanTasksOf = (played: Played, ports: Ports): ScanTasks => ({
  scanSmallUnits: async ({ units, ...ref }) => {
    const { cancelled } = played.scenario;
    if (cancelled === 'prepared') await cancel(ref, ports);
    const outcomes: UnitOutcome[] = [];
    for (const projectUnitId of units) outcomes.push(await scanOne({ ...ref, projectUnitId }, played, ports));
    if (cancelled === 'scanned') await cancel(ref, ports);
    return outcomes;
  },
  compareBase: (units) => compareBase(units, ports as never, taskContextAt(later(40))),
  trackDefaultBranch: async () => undefined,
});

/** Ports of a process that does not outlive the failure of a step. */
const mortal = (ports: Ports): Ports => {
  const warn: Ports['log']['warn'] = (message, fields) => {
    if (message.startsWith('a step of the scan')) throw new Crash(0, 'after');
    ports.log.warn(message, fields);
  };
  return { ...ports, log: { ...ports.log, warn } };
};

/** Runs the state machine of scan-workflow.ts, with the response to a crash in each of its tasks. */
const execute = async (ref: Ref, played: Played, ports: Ports) => {
  const { response } = played;
  const isRetried = response === 'retries' || response === 'goes on';
  const task = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    if (isRetried) return retry(work);
    return work().catch((error: unknown) => {
      if (isRetryable(error) && response === 'gives up') return otherwise;
      throw error;
    });
  };
  const nothing: PreparedScan = { ...ref, units: [], groups: [], failure: broken };
  const scanTasks = scanTasksOf(played, ports);
  const clock = { now: () => later(10) };
  const process = { ...(response === 'goes on' ? ports : mortal(ports)), scanTasks, clock } as never;
  const running = () => runScan(ref, process, taskContextAt(later(10)));
  const reached = await task<ReachedScan | FinishedScan>(running, nothing);
  if ('status' in reached) return;
  const results = [...(reached.results ?? [])];
  for (const { projectUnitId } of reached.results ? [] : reached.units) {
    const scanned = () => scanOne({ ...ref, projectUnitId }, played, ports);
    results.push(await task(scanned, { projectUnitId, failure: broken }));
  }
  const run: RunTask = (_, work) => (isRetried ? retry(work) : work());
  const isCompared = reached.compared !== undefined;
  const compared = isCompared
    ? {}
    : await compareInWorkflow({ ...reached, results } as never, ports, { run }).catch(
        (error: unknown): Compared => {
          if (isRetryable(error) && response !== 'ends') return {};
          throw error;
        },
      );
  const state = { ...reached, results, ...compared };
  const finishing = () => finishScan(state as never, ports as never, taskContextAt(later(60)));
  await (response === 'ends' ? finishing() : retry(finishing));
};

/** A scan that reuses what an earlier one did returns the credits, unless it assessed the base of the unit. */
const reuseViolations = (
  store: MemoryStore,
  { scan, scenario, response }: { scan: Scan | undefined; scenario: ScanScenario; response: CrashResponse },
): string[] => {
  if (!scenario.unchanged || !['retries', 'goes on'].includes(response) || scan?.status !== 'completed')
    return [];
  const refunds = store
    .all('ledgerEntry')
    .filter((entry) => entry.scanId === scan.scanId && entry.source === 'unchanged_unit_refund');
  const isBaseScanned = (scan.baseUnits ?? []).some(({ path }) => path === 'a');
  const expected = isBaseScanned ? 1 : 2;
  return refunds.length === expected ? [] : [`${refunds.length} units were refunded as unchanged`];
};

/** A scan with a base ends with a check, whose failures are never the verdict's. */
const checkViolations = (
  scan: Scan | undefined,
  { scenario, response }: { scenario: ScanScenario; response: CrashResponse },
): string[] => {
  const check = scan?.pullRequestCheck;
  if (!scenario.compared) return check ? ['a scan without a base has a check'] : [];
  if (!check) return ['a scan with a base has no check'];
  if (scan?.status === 'completed' && check.reason === 'scan_failed') return ['the check says it failed'];
  if (scan?.status !== 'completed')
    return check.reason === 'scan_failed' ? [] : ['a failed scan has a check'];
  return ['retries', 'goes on'].includes(response) && check.verdict !== 'PASS'
    ? [`the check is ${check.reason}`]
    : [];
};

/**
 * Runs a scan from its creation to the last sweep, with faults at the given calls.
 * @param leasingSeed lets the pools be leased: the calls for their leases may fail as well.
 * @returns every violation.
 */
export const runScanScenario = async (
  scenario: ScanScenario,
  response: CrashResponse,
  faults: ReadonlyMap<number, FaultKind>,
  leasingSeed?: number,
): Promise<{ violations: string[]; calls: number; scan: Scan | undefined }> => {
  const store = new MemoryStore();
  // Every fault runs a scan of its own; compressing archives would take half of the time.
  const world = workflowWorld(store, memorySourceArchive);
  const credits = scenario.credits === undefined ? {} : { credits: { core: scenario.credits } };
  const organization = await newOrganization(store, credits);
  const repository = await newRepository(store, organization.organizationId, [
    ['', 'npm'],
    ['gone', 'npm'],
  ]);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}', 'a/go.mod': '', 'b/go.mod': '' });
  world.sources.failure = scenario.host;
  world.sources.commits.set(baseCommitHash, { 'package-lock.json': '{}', 'a/go.mod': '' });
  world.sources.tips.set('main', baseCommitHash);
  world.sources.history.clear();
  // Each scan is drawn to be counted.
  const ids = { ...world.ids, bytes: (count: number) => new Uint8Array(count) };
  const recorded = scenario.late ? recordLate(world, store) : world;
  const outside = { ...recorded, advisories: { load: async () => emptyIndex }, ids };
  const { repositoryId, units } = repository;
  if (scenario.unchanged) await scanEarlier(outside as never, { organization, repositoryId }, store);
  const injected = injectFaults(outside, faults);
  const processOn = leasingSeed === undefined ? (given: Store) => given : leasingProcesses(leasingSeed);
  const ports = { ...injected.ports, store: processOn(injected.ports.store) };
  const lockfile = { path: 'package-lock.json', content: '{}' };
  const body = {
    repositoryId,
    commitHash,
    ...(scenario.compared && { baseCommitHash }),
    ...(scenario.artifact && { lockfile, projectUnitId: units[0]?.projectUnitId }),
  };
  const scanId = await retry(() => create(body, organization.as('member'), ports));
  const ref = { organizationId: organization.organizationId, scanId };
  if (scenario.cancelled === 'created') await cancel(ref, ports);
  const unrecorded = [];
  for (const name of world.started.filter((one) => one !== scanId))
    unrecorded.push(...(await runUnrecorded({ ...ref, scanId: name }, world, store)));

  const runs = () =>
    [scanId, `${scanId}.2`].some((name) => world.started.includes(name) && !world.closed.has(name));
  for (let minute = 3; !runs() && minute < 20; minute += 5)
    await retry(() => sweepDueScans(ports as never, taskContextAt(later(minute * 60))));
  const scanUnits = () => store.all('scan').find((scan) => scan.scanId === scanId)?.units ?? [];
  try {
    if (runs()) await execute(ref, { scenario, response, units: scanUnits }, ports);
  } catch (error) {
    if (!isRetryable(error)) throw error;
    const event = { detail: { status: 'ABORTED' as const, input: JSON.stringify(ref) } };
    await endScanOfExecution(event, ports as never, taskContextAt(later(90))).catch(() => undefined);
  }
  for (const minute of [120, 125, 130])
    await retry(() => sweepDueScans(ports as never, taskContextAt(later(minute * 60))));

  const scan = store.all('scan').find((one) => one.scanId === scanId);
  const violations = [
    ...unrecorded,
    ...violationsOf(moneyRecords(store)),
    ...leftoverArtifacts(store.all('scan'), world.blobs),
    ...(scan?.verdict ? [] : ['the scan never ended']),
    ...countViolations(store.all('activeScans'), scan),
    ...checkViolations(scan, { scenario, response }),
    ...reuseViolations(store, { scan, scenario, response }),
    ...(store.all('scan').length === (scenario.unchanged ? 2 : 1) ? [] : ['there is more than one scan']),
  ];
  return { violations, calls: injected.count(), scan };
};
