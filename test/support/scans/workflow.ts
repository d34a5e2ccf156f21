import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Repository, Scan } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/roles';
import type { Failure } from '@scangate/engines/model/failure';
import { LicenseConflict } from '@scangate/domain/licenses/claim-license';
import { loadScanFacts } from '#app/scans/load-scan-facts.ts';
import { planScan, resolveRequest, type ScanRequest } from '@scangate/domain/scans/plan-scan';
import { resultObjectName, type UnitResult } from '@scangate/engines/model/results';
import { noCounts, type FindingCounts } from '@scangate/domain/verdict/verdict';
import { noLicenseSource } from '#ports/license-source.ts';
import { SourceFailure, type SourceLocation, type Sources } from '#ports/sources.ts';
import { failedConditionError, type Store } from '#ports/store.ts';
import type { VaultContext } from '#ports/vault.ts';
import type { TaskContext } from '#runtime/task.ts';
import { newOrganization, newRepository, noon, testIds } from '../world.ts';

export const commitHash = 'c'.repeat(40);

/** The moment and the means of a task. */
export const taskContextAt = (now = noon): TaskContext => ({
  now,
  ids: testIds,
  signal: new AbortController().signal,
});

/** Repositories by commit, or what their host says instead. */
class FakeSources implements Sources {
  readonly commits = new Map<string, Record<string, string>>();
  failure: Error | undefined;
  /** Fails after this many files instead of at once. */
  failsAfterFiles = 0;
  readonly asked: SourceLocation[] = [];

  verify = async () => ({ provider: 'git', defaultBranch: 'main' });
  resolveBranch = async () => commitHash;

  fetchCommit: Sources['fetchCommit'] = async (location, hash) => {
    this.asked.push(location);
    if (this.failure && this.failsAfterFiles === 0) throw this.failure;
    const files = this.commits.get(hash);
    if (!files) throw new SourceFailure('branch_or_commit_not_found', 'No such commit.');
    return { files: this.#read(files), skipped: [] };
  };

  async *#read(files: Record<string, string>) {
    let read = 0;
    for (const [path, text] of Object.entries(files)) {
      if (this.failure && read++ === this.failsAfterFiles) throw this.failure;
      yield { path, content: Buffer.from(text) };
    }
  }
}

/** Everything the tasks of a workflow are wired to, in memory. */
export const workflowWorld = (store: Store = new MemoryStore()) => {
  const blobs = new MemoryBlobs();
  const sources = new FakeSources();
  const opened: [string, VaultContext][] = [];
  const vault = {
    open: async (ciphertext: string, context: VaultContext) => {
      opened.push([ciphertext, context]);
      return `opened ${ciphertext}`;
    },
  };
  const started: string[] = [];
  const workflow = { start: async ({ scanId }: { scanId: string }) => void started.push(scanId) };
  const licenses = noLicenseSource;
  const recharged: string[] = [];
  const recharge = {
    start: async ({ accountId, pool }: { accountId: string; pool: string }, cause: string) =>
      void recharged.push([accountId, pool, cause].join(' ')),
  };
  return { store, blobs, sources, vault, workflow, licenses, recharge, opened, started, recharged };
};
export type WorkflowWorld = ReturnType<typeof workflowWorld>;

/** Creates a scan by the rules of creation. */
export const newScan = async (
  store: Store,
  caller: Caller,
  repository: Repository,
  order: Partial<ScanRequest> = {},
  now = noon,
): Promise<Scan> => {
  const full = { repositoryId: repository.repositoryId, commitHash, ...order };
  for (;;) {
    const { facts } = await loadScanFacts(full, { caller, now }, store, (stored) => stored);
    const resolved = resolveRequest(full, { ...facts, repository }, now);
    const { scan, changes } = planScan(resolved, { ...facts, repository }, testIds.scanId(now), now);
    const refusal = await store.commit(changes);
    if (!refusal) return scan;
    if (!(failedConditionError(refusal) instanceof LicenseConflict))
      throw new Error(`refused: ${refusal.change.record}`);
  }
};

type Order = Partial<ScanRequest> | ((repository: Repository) => Partial<ScanRequest>);

/** A Team organization, a repository with these units registered, and a scan of it. */
export const createdScan = async (
  world: WorkflowWorld,
  units: Parameters<typeof newRepository>[2],
  order: Order = {},
  credits?: number,
) => {
  const organization = await newOrganization(
    world.store,
    credits === undefined ? {} : { credits: { core: credits } },
  );
  const repository = await newRepository(world.store, organization.organizationId, units);
  const asked = typeof order === 'function' ? order(repository) : order;
  const scan = await newScan(world.store, organization.as('member'), repository, asked);
  const ref = { organizationId: scan.organizationId, scanId: scan.scanId };
  return { organization, repository, scan, ref };
};

/** What scanning a unit leaves behind; `failure` is what it says instead. */
export const storeUnitResult = async (
  blobs: Pick<MemoryBlobs, 'put'>,
  unit: { organizationId: string; scanId: string; projectUnitId: string },
  found: { counts?: Partial<FindingCounts>; failure?: Failure } = {},
): Promise<{ projectUnitId: string; failure?: Failure }> => {
  const { organizationId, scanId, projectUnitId } = unit;
  if (found.failure) return { projectUnitId, failure: found.failure };
  const result: UnitResult = {
    projectUnitId,
    counts: { ...noCounts(), ...found.counts },
    coverage: [{ scanType: 'sca', status: 'assessed', assessed: 1, gaps: [] }],
    inventoryDigest: 'sha256:0',
    advisorySnapshot: { id: 'snapshot' },
    waivers: [],
  };
  const key = { area: 'results', organizationId, name: resultObjectName(scanId, projectUnitId, 'result') };
  await blobs.put(key, JSON.stringify(result));
  return { projectUnitId };
};
