import { MemoryBlobs } from '../../lib/adapters/memory/blobs.ts';
import { MemoryStore } from '../../lib/adapters/memory/store.ts';
import type { Repository, Scan } from '../../lib/domain/records.ts';
import type { Caller } from '../../lib/domain/roles.ts';
import type { Failure } from '../../lib/domain/scans/failure.ts';
import { LicensesMoved } from '../../lib/domain/billing/licenses.ts';
import { loadFacts } from '../../functions/api/create-scan/load-facts.ts';
import { planScan, resolveOrder, type ScanOrder } from '../../lib/domain/scans/plan-scan.ts';
import { resultName, type UnitResult } from '../../lib/domain/scans/results.ts';
import { noCounts, type Counts } from '../../lib/domain/scans/verdict.ts';
import { noLicenseSource } from '../../lib/ports/license-source.ts';
import { SourceFailure, type SourceLocation, type Sources } from '../../lib/ports/sources.ts';
import { refusalError, type Store } from '../../lib/ports/store.ts';
import type { VaultContext } from '../../lib/ports/vault.ts';
import type { StepContext } from '../../lib/runtime/step.ts';
import { newOrganization, newRepository, noon, testIds } from './world.ts';

export const commitHash = 'c'.repeat(40);

/** The moment and the means of a task. */
export const stepAt = (now = noon): StepContext => ({
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
  order: Partial<ScanOrder> = {},
  now = noon,
): Promise<Scan> => {
  const full = { repositoryId: repository.repositoryId, commitHash, ...order };
  for (;;) {
    const { facts } = await loadFacts(full, { caller, now }, store, (stored) => stored);
    const resolved = resolveOrder(full, { ...facts, repository }, now);
    const { scan, changes } = planScan(resolved, { ...facts, repository }, testIds.scanId(now), now);
    const refusal = await store.commit(changes);
    if (!refusal) return scan;
    if (!(refusalError(refusal) instanceof LicensesMoved))
      throw new Error(`refused: ${refusal.change.record}`);
  }
};

type Order = Partial<ScanOrder> | ((repository: Repository) => Partial<ScanOrder>);

/** A Team organization, a repository with these units registered, and a scan of it. */
export const scanOf = async (
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
export const scanUnitAs = async (
  blobs: Pick<MemoryBlobs, 'put'>,
  unit: { organizationId: string; scanId: string; projectUnitId: string },
  found: { counts?: Partial<Counts>; failure?: Failure } = {},
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
  const key = { area: 'results', organizationId, name: resultName(scanId, projectUnitId, 'result') };
  await blobs.put(key, JSON.stringify(result));
  return { projectUnitId };
};
