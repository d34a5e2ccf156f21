import { createScan } from '../../functions/api/create-scan/handler.ts';
import { sweep } from '../../functions/jobs/sweep-scans.ts';
import { endScan } from '../../functions/workflow/scan/end-scan.ts';
import { finishScan } from '../../functions/workflow/scan/finish.ts';
import { endOfExecution } from '../../functions/workflow/scan/on-execution-ended.ts';
import { prepareScan, type Prepared } from '../../functions/workflow/scan/prepare.ts';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
import { Replay } from '../../lib/domain/idempotency.ts';
import type { Scan } from '../../lib/domain/records.ts';
import type { Failure } from '../../lib/domain/scans/failure.ts';
import { SourceFailure } from '../../lib/ports/sources.ts';
import { cutting, mayPass, type Misfortune } from './cuts.ts';
import { booksOf, faultsOf, leftArtifacts } from './ledger.ts';
import { commitHash, scanUnitAs, stepAt, workflowWorld, type WorkflowWorld } from './workflow.ts';
import { later, newOrganization, newRepository, noon, testIds } from './world.ts';

/** What befalls a scan, beside being cut. */
export interface Fate {
  artifact?: true;
  credits?: number;
  host?: Error;
  /** By path of the unit. */
  unitFailure?: { path: string; failure: Failure };
  cancelled?: 'created' | 'prepared' | 'scanned';
}

export const fates: Record<string, Fate> = {
  'completes, with new and absent units': {},
  'fails as its host refuses': { host: new SourceFailure('repo_access', 'Gone.') },
  'fails as the pool runs dry among its units': { credits: 3 },
  'fails in one of its units': {
    unitFailure: { path: 'a', failure: { errorCode: 'lockfile_not_found', error: 'Nothing to read.' } },
  },
  'of an artifact fails in its unit': {
    artifact: true,
    unitFailure: { path: '', failure: { errorCode: 'lockfile_not_found', error: 'Damaged.' } },
  },
  'of an artifact completes': { artifact: true },
  'is cancelled before it begins': { cancelled: 'created' },
  'is cancelled when its units are charged': { cancelled: 'prepared' },
  'of an artifact is cancelled': { artifact: true, cancelled: 'prepared' },
  'is cancelled when its units are scanned': { cancelled: 'scanned' },
};

/** How its execution takes a cut: tries again, goes on to `finish` with a failure, or is no more. */
export const survivals = ['tries again', 'gives up', 'dies'] as const;
export type Survival = (typeof survivals)[number];

const broken: Failure = { errorCode: 'system_error', error: 'The scan failed on our side.' };
type Ref = { organizationId: string; scanId: string };
type Ports = WorkflowWorld;

/** What calls it calls it again; a cut that comes every time would be no cut. */
const insist = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
  }
  return work();
};

const create = async (body: object, caller: object, ports: Ports): Promise<string> => {
  const { organizationId } = caller as Ref;
  const idempotency = { organizationId, operation: 'create-scan', key: 'k', bodyHash: 'h' };
  const request = { caller, body, idempotency, ids: testIds, now: noon };
  const artifactCheck = { check: async () => ({ ok: true }) };
  try {
    const answer = await createScan(request as never, { ...ports, artifactCheck } as never);
    return answer.body.scanId;
  } catch (error) {
    if (error instanceof Replay) return (error.answer.body as Ref).scanId;
    throw error;
  }
};

const cancel = (ref: Ref, ports: Ports) =>
  insist(() => endScan(ref, () => ({ status: 'cancelled' }), ports, later(40)));

/** The state machine of scan-workflow.ts, with what a cut does to each of its tasks. */
const execute = async (
  ref: Ref,
  fate: Fate,
  survival: Survival,
  ports: Ports,
  units: () => Scan['units'],
) => {
  const task = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    if (survival === 'tries again') return insist(work);
    return work().catch((error: unknown) => {
      if (mayPass(error) && survival === 'gives up') return otherwise;
      throw error;
    });
  };
  const nothing: Prepared = { ...ref, units: [], failure: broken };
  const prepared = await task(() => prepareScan(ref, ports as never, stepAt(later(10))), nothing);
  if (fate.cancelled === 'prepared') await cancel(ref, ports);
  const results = [];
  for (const { projectUnitId } of prepared.units) {
    const { path, failure } = { path: undefined, failure: undefined, ...fate.unitFailure };
    const fails = units().some((unit) => unit.projectUnitId === projectUnitId && unit.path === path);
    const found = fails && failure ? { failure } : {};
    const scanned = () => scanUnitAs(ports.blobs, { ...ref, projectUnitId }, found);
    results.push(await task(scanned, { projectUnitId, failure: broken }));
  }
  if (fate.cancelled === 'scanned') await cancel(ref, ports);
  const state = { ...prepared, results };
  const finishing = () => finishScan(state as never, ports as never, stepAt(later(60)));
  await (survival === 'dies' ? finishing() : insist(finishing));
};

/** Lives through a scan from its creation to the last sweep. @returns every promise that was broken. */
export const live = async (
  fate: Fate,
  survival: Survival,
  cuts: ReadonlyMap<number, Misfortune>,
): Promise<{ faults: string[]; calls: number; scan: Scan | undefined }> => {
  const store = new MemoryStore();
  const world = workflowWorld(store);
  const credits = fate.credits === undefined ? {} : { credits: { core: fate.credits } };
  const organization = await newOrganization(store, credits);
  const repository = await newRepository(store, organization.organizationId, [
    ['', 'npm'],
    ['gone', 'npm'],
  ]);
  world.sources.commits.set(commitHash, { 'package-lock.json': '{}', 'a/go.mod': '', 'b/go.mod': '' });
  world.sources.failure = fate.host;
  const { ports, count } = cutting(world, cuts);
  const { repositoryId, units } = repository;
  const lockfile = { path: 'package-lock.json', content: '{}' };
  const body = {
    repositoryId,
    commitHash,
    ...(fate.artifact && { lockfile, projectUnitId: units[0]?.projectUnitId }),
  };
  const scanId = await insist(() => create(body, organization.as('member'), ports));
  const ref = { organizationId: organization.organizationId, scanId };
  if (fate.cancelled === 'created') await cancel(ref, ports);

  for (let minute = 3; !world.started.includes(scanId) && minute < 20; minute += 5)
    await insist(() => sweep({}, ports as never, stepAt(later(minute * 60))));
  const scanUnits = () => store.all('scan').find((scan) => scan.scanId === scanId)?.units ?? [];
  try {
    if (world.started.includes(scanId)) await execute(ref, fate, survival, ports, scanUnits);
  } catch (error) {
    if (!mayPass(error)) throw error;
    const event = { detail: { status: 'ABORTED' as const, input: JSON.stringify(ref) } };
    await endOfExecution(event, ports as never, stepAt(later(90))).catch(() => undefined);
  }
  for (const minute of [120, 125, 130])
    await insist(() => sweep({}, ports as never, stepAt(later(minute * 60))));

  const scan = store.all('scan').find((one) => one.scanId === scanId);
  const faults = [
    ...faultsOf(booksOf(store)),
    ...leftArtifacts(store.all('scan'), world.blobs),
    ...(scan?.verdict ? [] : ['the scan never ended']),
    ...(store.all('scan').length === 1 ? [] : ['there is more than one scan']),
  ];
  return { faults, calls: count(), scan };
};
