import type { Repository, Scan } from '@scangate/domain/records';
import { registerUnits } from '@scangate/domain/repositories/register-units';
import { beginScan, isActive, updateActiveScan } from '@scangate/domain/scans/active-scan';
import { countStartedScan, isToBeCounted } from '@scangate/domain/scans/fairness/active-scans';
import { rangeSecretChecks } from '@scangate/domain/scans/units/secret-checks';
import { selectUnits } from '@scangate/domain/scans/select-units';
import {
  executionsOf,
  groupUnits,
  isLikelySmall,
  type GroupedUnits,
} from '@scangate/domain/scans/units/unit-groups';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import { withoutExamples, type CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import {
  CommitTooLarge,
  type FetchedSource,
  type SourceFetcher,
  type SourceRequest,
} from '#ports/git-sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { loadCustomRules, loadPolicy } from '#app/policy/load-policy.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import type { ScanRef } from '../load-scan.ts';
import { loadRecordedScan } from '../load-recorded-scan.ts';
import { storeGate, type GatePorts, type KnownGate } from './gate-of-scan.ts';
import { reconcileUnits, type UnitPorts } from './reconcile-units.ts';
import { loadReuse, withoutRemoved, type KeptPorts } from './reuse/load-kept.ts';

/** The state that the workflow carries on: only ids, and an expected failure as data. */
export interface PreparedScan extends ScanRef, GroupedUnits {
  units: { projectUnitId: string }[];
  /** Set when there is no such scan, so that the rest of the execution has nothing to do. */
  isUnrecorded?: true;
  /** Set when the scan is compared with a base. */
  hasBase?: true;
  failure?: Failure;
}

export type PrepareScanPorts = UnitPorts &
  GatePorts &
  KeptPorts & {
    store: Pick<
      Store<'scan' | 'scanListing' | 'repository' | 'policy' | 'ruleSet' | 'activeScans' | 'refusedScan'>,
      'get' | 'commit'
    >;
    sourceFetcher: SourceFetcher;
    /** Accepts the archives of small units, which are stored if it is absent. */
    contents?: Map<string, string>;
  };

/**
 * Counts a scan before it occupies more than this task.
 * @returns undefined for one that has ended meanwhile.
 */
const countActive = async (read: Scan, { store }: PrepareScanPorts, now: Date): Promise<Scan | undefined> => {
  if (!isToBeCounted(read)) return read;
  const { organizationId, scanId } = read;
  return retryOnConflict(limits.beginScan, async (tryNumber) => {
    const scan =
      tryNumber === 1 ? read : await store.get('scan', { organizationId, scanId }, { consistent: true });
    if (!scan || !isActive(scan)) return undefined;
    if (!isToBeCounted(scan)) return scan;
    const { set, changes } = countStartedScan(scan, executionsOf(scan.units), now.toISOString());
    await commitOrThrow(store, [updateActiveScan(scan, { set }), ...changes]);
    return { ...scan, ...set, unitsVersion: scan.unitsVersion + 1 };
  });
};

/** Begins a scan whose unit is known: an artifact. @returns undefined for one that has ended meanwhile. */
const beginArtifact = (ref: ScanRef, { store }: PrepareScanPorts, now: Date): Promise<Scan | undefined> =>
  retryOnConflict(limits.beginScan, async () => {
    const scan = await store.get('scan', ref, { consistent: true });
    if (!scan || !isActive(scan)) return undefined;
    const begun = beginScan(scan, { units: scan.units }, now);
    await commitOrThrow(store, begun.changes);
    return begun.scan;
  });

/** Registers the units of this commit with the repository, so that the creation of the next scan charges them. */
const registerFoundUnits = (
  repository: Repository,
  found: readonly ProjectUnit[],
  { store }: PrepareScanPorts,
): Promise<void> =>
  retryOnConflict(limits.registerUnits, async (tryNumber) => {
    const { organizationId, repositoryId } = repository;
    const current =
      tryNumber === 1
        ? repository
        : await store.get('repository', { organizationId, repositoryId }, { consistent: true });
    if (current) await commitOrThrow(store, registerUnits(current, found));
  });

const sourceRequest = (
  { scanId, commitHash, projectUnitId, fullScope, scanTypes, base }: Scan,
  { organizationId, repositoryId, fullName, url, credential, ...repository }: Repository,
): SourceRequest => ({
  repository: { organizationId, repositoryId, fullName, url, ...(credential && { credential }) },
  scan: { scanId, commitHash, ...(projectUnitId !== undefined && { projectUnitId }), fullScope, scanTypes },
  reviewed: {
    branches: [...new Set([repository.defaultBranch, ...(repository.reviewedBranches ?? [])])],
    ...(base?.commitHash !== undefined && { base: base.commitHash }),
  },
});

/** The part of the reviewed side that is stored with the scan. A second run keeps what the first one read. */
const reviewedOf = (scan: Scan, { reviewed }: FetchedSource): Pick<Scan, 'reviewed'> => {
  if (scan.reviewed) return { reviewed: scan.reviewed };
  if (!reviewed) return {};
  const { branch, tip, headIsReviewed, base } = reviewed;
  return { reviewed: { branch, tip, headIsReviewed, ...(base && { base }) } };
};

/** A scan whose units are those of its commit, and what the commit says about the gate. */
interface PreparedSource {
  scan: Scan;
  known: KnownGate;
  policy: GatePolicy;
  large?: readonly string[];
}

const loadConnectedRepository = async (
  { organizationId, repositoryId }: Scan,
  { store }: PrepareScanPorts,
): Promise<Repository> => {
  const repository = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
  if (!repository || repository.disconnectedAt) {
    throw new ScanFailed('repo_access', 'The repository was disconnected.');
  }
  return repository;
};

/**
 * Has the commit fetched, except for the units that reuse an earlier result. If one of those results is gone, the
 * commit is fetched again without it: each round has fewer of them, so the loop ends.
 */
const fetchCommit = async (
  scan: Scan,
  {
    repository,
    policy,
    customRules,
  }: { repository: Repository; policy: GatePolicy; customRules: readonly CustomRule[] },
  { ports, context: { now, signal } }: { ports: PrepareScanPorts; context: RunContext },
): Promise<FetchedSource> => {
  const rangeChecks = rangeSecretChecks(policy);
  const request = {
    ...sourceRequest(scan, repository),
    ...(customRules.length > 0 && { customRules }),
    ...(rangeChecks > 0 && { rangeChecks }),
    ...(ports.contents && { carries: true as const }),
  };
  let reuse = await loadReuse(scan, repository, { ports, policy, customRules, now });
  const { projectUnitId } = scan;
  const scanned = projectUnitId === undefined ? repository.units : [{ projectUnitId }];
  const isSmall = isLikelySmall(scanned, reuse?.kept ?? {});
  for (;;) {
    const fetched = await ports.sourceFetcher.fetch({ ...request, ...(reuse && { reuse }), isSmall }, signal);
    const left = await withoutRemoved(repository, { units: fetched.units, reuse }, ports);
    if (!left) return fetched;
    reuse = left;
  }
};

/** Has the commit fetched and reconciles the units of the scan with it. Returns undefined when the scan ended meanwhile. */
const prepareSource = async (
  scan: Scan,
  ports: PrepareScanPorts,
  context: RunContext,
): Promise<PreparedSource | undefined> => {
  const [repository, policy] = await Promise.all([
    loadConnectedRepository(scan, ports),
    loadPolicy(ports.store, scan),
  ]);
  const customRules = withoutExamples(await loadCustomRules(ports.store, scan.organizationId, policy));
  const fetched = await fetchCommit(scan, { repository, policy, customRules }, { ports, context }).catch(
    async (error: unknown) => {
      if (error instanceof CommitTooLarge) await registerFoundUnits(repository, error.found, ports);
      throw error;
    },
  );
  const { found, large, units, ignoreFiles: own, reviewed, reviewedFindings, range } = fetched;
  for (const [projectUnitId, archive] of Object.entries(fetched.contents ?? {}))
    ports.contents?.set(projectUnitId, archive);
  await registerFoundUnits(repository, found, ports);
  const selected = selectUnits(scan, found);
  const reconciliation = { scan, selected, fetched: units, large, set: reviewedOf(scan, fetched) };
  const prepared = await reconcileUnits(reconciliation, ports, context.now);
  const findings = { ...(reviewedFindings && { reviewedFindings }), ...(range && { range }), customRules };
  return prepared && { scan: prepared, known: { own, reviewed, ...findings }, policy, large };
};

/** Begins a scan of an artifact, which has no files, and so no suppressions. */
const prepareArtifact = async (
  ref: ScanRef,
  ports: PrepareScanPorts,
  { now }: RunContext,
): Promise<PreparedSource | undefined> => {
  const scan = await beginArtifact(ref, ports, now);
  return scan && { scan, known: { own: [] }, policy: await loadPolicy(ports.store, scan) };
};

/**
 * Prepares a scan: has its commit fetched, takes over the project units that were found, charges new ones and
 * refunds absent ones. An artifact is one given unit. It is safe to run twice (docs/adr/0014-scan-workflow.md).
 */
export const prepareScan = async (
  { organizationId, scanId }: ScanRef,
  ports: PrepareScanPorts,
  context: RunContext,
): Promise<PreparedScan> => {
  const ref = { organizationId, scanId };
  const nothing: PreparedScan = { ...ref, units: [], groups: [] };
  const found = await loadRecordedScan(ref, ports.store);
  if (!found) return { ...nothing, isUnrecorded: true };
  const scan = isActive(found) ? await countActive(found, ports, context.now) : undefined;
  if (!scan) return nothing;
  try {
    const prepared = await (scan.artifact
      ? prepareArtifact(ref, ports, context)
      : prepareSource(scan, ports, context));
    if (!prepared) return nothing;
    await storeGate(prepared, ports, context.now);
    const units = prepared.scan.units.map(({ projectUnitId }) => ({ projectUnitId }));
    const grouped = groupUnits(units, prepared.large);
    return { ...ref, units, ...grouped, ...(scan.base && { hasBase: true }) };
  } catch (error) {
    if (error instanceof ScanFailed) return { ...nothing, failure: error.failure };
    throw error;
  }
};
