import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { failQuote } from '@scangate/domain/history-scans/quote-history';
import { isEnding } from '@scangate/domain/history-scans/resume-history';
import type { HistoryScan, Repository } from '@scangate/domain/records';
import { withoutExamples } from '@scangate/engines/model/gate/custom-rules';
import { Transient } from '@scangate/domain/problem';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import {
  HistoryReaderStopped,
  type HistoryReader,
  type PlannedSlices,
} from '#ports/history/history-reader.ts';
import type { Store } from '#ports/store.ts';
import { loadRulesInForce } from '../policy/load-gate.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { endQuoting } from './end-quoting.ts';
import {
  historyRulesKey,
  planKey,
  planningKey,
  readJson,
  sliceKey,
  treeNumber,
  type HistoryRef,
  type PlanningState,
} from './history-objects.ts';

export interface HistoryWorkPorts {
  store: Pick<Store<'historyScan' | 'repository', 'historyScan'>, 'get' | 'commit'>;
  historyReader: HistoryReader;
}

interface PlanPorts extends HistoryWorkPorts {
  store: HistoryWorkPorts['store'] & Pick<Store<'organization' | 'policy' | 'ruleSet'>, 'get'>;
  blobs: BlobReader<'work'> & BlobWriter<'work'>;
}

/** One step of the work: a slice to list, or a part to scan. */
export interface HistoryStep extends HistoryRef {
  number: number;
}

/** The state of the workflow: the steps, and the result of the plan. */
export interface PlannedSteps extends HistoryRef {
  /** The run of the planning whose slices these are. */
  run?: number;
  steps: { number: number }[];
  commits: number;
  slices: number;
  head?: string;
  unread: string[];
  /** Without a plan, the history cannot be quoted. */
  failed?: true;
}

/** Loads a history scan and its repository; undefined when there is nothing left to do except to end it. */
export const loadWork = async (
  { organizationId, repositoryId, historyScanId }: HistoryRef,
  store: HistoryWorkPorts['store'],
): Promise<{ scan: HistoryScan; repository: Repository } | undefined> => {
  const id = { organizationId, repositoryId };
  const scan = await store.get('historyScan', { ...id, historyScanId }, { consistent: true });
  if (scan?.status !== 'quoting' && scan?.status !== 'running') return undefined;
  if (isEnding(scan)) return undefined;
  const repository = await store.get('repository', id, { consistent: true });
  return repository && !repository.disconnectedAt ? { scan, repository } : undefined;
};

/** The part of a request that identifies the repository. Its credential stays sealed. */
export const questionOf = (
  { organizationId, repositoryId, historyScanId }: HistoryRef,
  { url, credential }: Repository,
) => ({
  organizationId,
  repositoryId,
  historyScanId,
  repository: { organizationId, repositoryId, url, ...(credential && { credential }) },
});

const numbers = (from: number, count: number): { number: number }[] =>
  Array.from({ length: count }, (_, index) => ({ number: from + index }));

/** Stores the rules that are in force when the scan begins; a repeated run finds those of the first one. */
const keepRules = async (ref: HistoryRef, { store, blobs }: PlanPorts): Promise<void> => {
  const key = historyRulesKey(ref);
  if (await blobs.get(key)) return;
  const { rules } = await loadRulesInForce(store, ref.organizationId);
  const secrets = withoutExamples(rules.filter(({ kind }) => kind === 'secret'));
  await blobs.put(key, JSON.stringify(secrets), 'application/json');
};

/** Plans once, as a run of its own. @throws Transient when it stopped, and ScanFailed when it stopped too often. */
const askForPlan = async (
  { ref, repository }: { ref: HistoryRef; repository: Repository },
  { blobs, historyReader }: Pick<PlanPorts, 'blobs' | 'historyReader'>,
  signal: AbortSignal,
): Promise<PlannedSlices> => {
  const keep = (state: PlanningState): Promise<void> =>
    blobs.put(planningKey(ref), JSON.stringify(state), 'application/json');
  const kept = await readJson<PlanningState>(blobs, planningKey(ref));
  const run = kept?.runs ?? 0;
  const stops = (kept?.stops ?? 0) + (kept?.isTrying ? 1 : 0);
  if (stops >= historyLimits.stopsOfPlan)
    throw new ScanFailed('system_error', 'The history has too many commits to list in time.');
  await keep({ runs: run + 1, stops, isTrying: true });
  const maxTips = Math.max(1, Math.floor(historyLimits.tips / historyLimits.fewerTips ** stops));
  try {
    const asked = { ...questionOf(ref, repository), kind: 'plan', run, maxTips } as const;
    const planned = await historyReader.ask(asked, signal);
    // Storing what was planned may fail without the history being too large.
    await keep({ runs: run + 1, stops });
    return planned;
  } catch (error) {
    const isStopped = error instanceof HistoryReaderStopped;
    // A run that is cut off itself is found by its mark.
    if (isStopped || !signal.aborted) await keep({ runs: run + 1, stops: stops + (isStopped ? 1 : 0) });
    throw isStopped ? new Transient('the history is planned with fewer branches') : error;
  }
};

/** Plans the slices and keeps the plan, unless another run has made one meanwhile. */
const makePlan = async (
  asked: { ref: HistoryRef; repository: Repository },
  ports: Pick<PlanPorts, 'blobs' | 'historyReader'>,
  signal: AbortSignal,
): Promise<PlannedSteps> => {
  const { ref } = asked;
  const { blobs } = ports;
  const { run, head, slices, commits, unread } = await askForPlan(asked, ports, signal);
  const first = head === undefined ? treeNumber + 1 : treeNumber;
  const steps = numbers(first, slices + (head === undefined ? 0 : 1));
  const tree = { heads: head === undefined ? [] : [head], known: [] };
  await blobs.put(sliceKey(ref, treeNumber, run), JSON.stringify(tree), 'application/json');
  const made = await readJson<PlannedSteps>(blobs, planKey(ref));
  if (made) return made;
  const plan = {
    ...ref,
    ...(run !== undefined && { run }),
    steps,
    commits,
    slices,
    ...(head !== undefined && { head }),
    unread: unread.slice(0, historyLimits.unread),
  };
  await blobs.put(planKey(ref), JSON.stringify(plan), 'application/json');
  return plan;
};

/**
 * Plans the work of a history scan: the slices of a history to quote, or the parts of one to scan. A history that
 * cannot be read ends its quote, and there are no steps. A plan that an earlier run made is kept, because slices may
 * have been listed by it.
 */
export const planHistory = async (
  { organizationId, repositoryId, historyScanId }: HistoryRef,
  { blobs, ...ports }: PlanPorts,
  { now, signal }: RunContext,
): Promise<PlannedSteps> => {
  const ref = { organizationId, repositoryId, historyScanId };
  const none = { ...ref, steps: [], commits: 0, slices: 0, unread: [] };
  const work = await loadWork(ref, ports.store);
  if (!work) return { ...none, failed: true };
  const { scan, repository } = work;
  if (scan.status === 'running') {
    await keepRules(ref, { blobs, ...ports });
    return { ...none, steps: numbers(1, scan.credits ?? 0) };
  }
  const planned = await readJson<PlannedSteps>(blobs, planKey(ref));
  if (planned) return planned;
  try {
    return await makePlan({ ref, repository }, { blobs, ...ports }, signal);
  } catch (error) {
    if (!(error instanceof ScanFailed)) throw error;
    await endQuoting(failQuote(scan, error.failure, now), ports.store);
    return { ...none, failed: true };
  }
};
