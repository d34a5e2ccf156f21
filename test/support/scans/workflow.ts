import { Readable } from 'node:stream';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';
import { loadScanFacts } from '#app/scans/load-scan-facts.ts';
import { fetchSource, type SourcePorts } from '#app/scans/workflow/fetch-source.ts';
import { emptyLicenseIndex } from '@scangate/engines/model/license-data';
import { noOutsideCalls } from '#test/support/liveness/no-outside-calls.ts';
import type { SourceArchive } from '#ports/source-archive.ts';
import {
  CommitTooLarge,
  SourceFailure,
  type FileSelection,
  type SourceFetcher,
  type SourceLocation,
  type Sources,
} from '#ports/git-sources.ts';
import { failedConditionError, type Store } from '#ports/store.ts';
import type { RepositorySecretContext } from '#ports/secret-cipher.ts';
import { log } from '#runtime/log.ts';
import type { TaskContext } from '#runtime/task.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import { LicenseConflict } from '@scangate/domain/licenses/claim-license';
import type { Repository, Scan } from '@scangate/domain/records';
import { planScan } from '@scangate/domain/scans/plan-scan';
import { dedupDigestOf, resolveRequest, type ScanRequest } from '@scangate/domain/scans/resolve-request';
import type { CommitEntries } from '@scangate/engines/model/source-files';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import { noCounts, type FindingCounts } from '@scangate/engines/model/finding-counts';
import { resultObjectName, type UnitResult } from '@scangate/engines/model/results';
import { inProcessAssessor, inProcessDetector } from './in-process.ts';
import { memoryExecutions } from './memory-executions.ts';
import { testSigning } from '../evidence/test-signer.ts';
import { newOrganization, newRepository, noon, testIds } from '../world.ts';

export const commitHash = 'c'.repeat(40);

/** The context of a task that runs at this time and is never aborted. */
export const taskContextAt = (now = noon): TaskContext => ({
  now,
  ids: testIds,
  signal: new AbortController().signal,
});

/** The id of a file's content. */
export const idOf = (text: string): string => `id of ${text}`;

const selectedOf = (
  files: Record<string, string>,
  { names, paths, ids: chosen, differing }: FileSelection,
): Record<string, string> => {
  const ids = new Map(differing);
  return Object.fromEntries(
    Object.entries(files).filter(
      ([path, text]) =>
        names.includes(path.split('/').at(-1) ?? '') ||
        paths.includes(path) ||
        chosen.includes(idOf(text)) ||
        (differing && ids.get(path) !== idOf(text)),
    ),
  );
};

const entriesOf = (files: Record<string, string>): CommitEntries => ({
  files: Object.entries(files).map(([path, text]) => ({ path, id: idOf(text), mode: '100644' })),
  refused: [],
});

/** Serves the files of commits, or fails as a host does. */
class FakeSources implements Sources {
  readonly commits = new Map<string, Record<string, string>>();
  failure: Error | undefined;
  /** Fails after this many files instead of immediately. */
  failsAfterFiles = 0;
  readonly requested: SourceLocation[] = [];

  /** The tips of branches; every commit of `history` is an ancestor of each of them. */
  readonly tips = new Map<string, string>([['main', commitHash]]);
  readonly history = new Set<string>([commitHash]);

  readAs: (path: string) => BufferEncoding = () => 'utf8';

  verify = async () => ({ provider: 'git', defaultBranch: 'main' });
  resolveBranch: Sources['resolveBranch'] = async (_, branch) => {
    const tip = this.tips.get(branch);
    if (tip === undefined) throw new SourceFailure('branch_or_commit_not_found', 'No such branch.');
    return tip;
  };

  branches = async () => ({ items: [], hasMore: false });
  ancestorsOf: Sources['ancestorsOf'] = async ({ tip, commits }) =>
    commits.filter((hash) => hash === tip || this.history.has(hash));

  /** The paths of the files that were sent, by commit. */
  readonly sent: [commit: string, path: string][] = [];

  fetchCommit: Sources['fetchCommit'] = async ({ location, commitHash: hash, selection: given }) => {
    if (typeof given !== 'object') this.requested.push(location);
    if (this.failure && this.failsAfterFiles === 0) throw this.failure;
    const files = this.commits.get(hash);
    if (!files) throw new SourceFailure('branch_or_commit_not_found', 'No such commit.');
    const selection = typeof given === 'function' ? given(entriesOf(files)) : given;
    const same = selection?.differing?.filter(([path, id]) => id === idOf(files[path] ?? '\0'));
    return {
      files: this.#read(hash, selection ? selectedOf(files, selection) : files),
      skipped: [],
      ...(same && { same: same.map(([path]) => path) }),
    };
  };

  /** The commits between a base and a head, with their files. */
  readonly between: [commit: string, files: Record<string, string>][] = [];
  /** The parts that a fetch of them does not look at. */
  readonly unreadBetween: string[] = [];

  fetchCommitRange: Sources['fetchCommitRange'] = async ({ head, known }) => {
    const texts = new Set([head, ...known].flatMap((hash) => Object.values(this.commits.get(hash) ?? {})));
    const files = this.between.flatMap(([hash, contents]) =>
      Object.entries(contents)
        .filter(([, text]) => !texts.has(text))
        .map(([path, text]) => ({ path: `${hash}/${path}`, content: Buffer.from(text) })),
    );
    return {
      files: Readable.from(files),
      skipped: [],
      commits: this.between.map(([hash]) => hash),
      unread: this.unreadBetween,
    };
  };

  async *#read(hash: string, files: Record<string, string>) {
    let read = 0;
    for (const [path, text] of Object.entries(files)) {
      if (this.failure && read++ === this.failsAfterFiles) throw this.failure;
      this.sent.push([hash, path]);
      yield { path, id: idOf(text), content: Buffer.from(text, this.readAs(path)) };
    }
  }
}

/** Runs the function that fetches sources as an invocation does: through JSON, with failures as data. */
export const sourceFetcherOf = (
  ports: Omit<SourcePorts, 'sourceArchive' | 'detector'>,
  sourceArchive: SourceArchive = tarSourceArchive,
): SourceFetcher => ({
  fetch: async (request, signal) => {
    const sent = JSON.parse(JSON.stringify(request)) as typeof request;
    const reported = await fetchSource(
      sent,
      { ...ports, sourceArchive, detector: inProcessDetector(sourceArchive) },
      { signal },
    );
    if (!('failure' in reported)) return reported;
    const { failure, found } = reported;
    throw found ? new CommitTooLarge(failure, found) : new ScanFailed(failure.errorCode, failure.error);
  },
});

/** The ports of the workflow's tasks, in memory. @param sourceArchive packs and unpacks units. */
export const workflowWorld = (
  store: Store = new MemoryStore(),
  sourceArchive: SourceArchive = tarSourceArchive,
) => {
  const blobs = new MemoryBlobs();
  const sources = new FakeSources();
  const opened: [string, RepositorySecretContext][] = [];
  const repositorySecrets = {
    decrypt: async (ciphertext: string, context: RepositorySecretContext) => {
      opened.push([ciphertext, context]);
      return `opened ${ciphertext}`;
    },
  };
  const fingerprintKeys = { keyOf: async (organizationId: string) => `key of ${organizationId}` };
  const nobody = noOutsideCalls();
  const { openSecretVerifier } = nobody;
  const sourceFetcher = sourceFetcherOf(
    { sources, repositorySecrets, blobs, fingerprintKeys, openSecretVerifier, log },
    sourceArchive,
  );
  const { workflow, recharge, started, closed, recharged } = memoryExecutions();
  return {
    store,
    blobs,
    sources,
    sourceFetcher,
    sourceArchive,
    repositorySecrets,
    fingerprintKeys,
    ...testSigning(),
    workflow,
    licenseData: { load: async () => emptyLicenseIndex },
    ...nobody,
    assessor: inProcessAssessor(sourceArchive),
    recharge,
    activeScanLimit: 500,
    artifactCheck: { check: async () => ({ ok: true as const }) },
    ids: testIds,
    log,
    /** The calls that were made: repositorySecrets, executions by name, and recharge. */
    opened,
    started,
    /** The executions that have ended. */
    closed,
    recharged,
  };
};
export type WorkflowWorld = ReturnType<typeof workflowWorld>;

export interface NewScan {
  caller: Caller;
  repository: Repository;
  request?: Partial<ScanRequest>;
  now?: Date;
}

/** Creates a scan by the rules of creation. */
export const newScan = async (
  store: Store,
  { caller, repository, request = {}, now = noon }: NewScan,
): Promise<Scan> => {
  for (;;) {
    const { repositoryId } = repository;
    const applyRenewals = <T>(stored: T) => stored;
    const requested = { repositoryId, commitHash, ...request };
    const asked = { caller, repositoryId, dedupDigest: dedupDigestOf(requested), applyRenewals };
    const { facts } = await loadScanFacts(asked, store, now);
    const resolved = resolveRequest(requested, { ...facts, repository }, now);
    const scanId = testIds.scanId(now);
    const { scan, changes } = planScan({ resolved, facts: { ...facts, repository }, scanId, drawn: {} }, now);
    const failed = await store.commit(changes);
    if (!failed) return scan;
    if (!(failedConditionError(failed) instanceof LicenseConflict))
      throw new Error(`refused: ${failed.change.record}`);
  }
};

type RequestOf = Partial<ScanRequest> | ((repository: Repository) => Partial<ScanRequest>);

/** Creates a Team organization, a repository with these registered units, and a scan of it. */
export const createdScan = async (
  world: Pick<WorkflowWorld, 'store'>,
  units: Parameters<typeof newRepository>[2],
  { request = {}, credits, withSast }: { request?: RequestOf; credits?: number; withSast?: boolean } = {},
) => {
  const organization = await newOrganization(
    world.store,
    withSast
      ? { sastAddon: 'team', credits: { core: 1000, sast: 1000 } }
      : { ...(credits !== undefined && { credits: { core: credits } }) },
  );
  const repository = await newRepository(world.store, organization.organizationId, units);
  const scan = await newScan(world.store, {
    caller: organization.as('member'),
    repository,
    request: typeof request === 'function' ? request(repository) : request,
  });
  const ref = { organizationId: scan.organizationId, scanId: scan.scanId };
  return { organization, repository, scan, ref };
};

/** Stores the result that scanning a unit leaves, or returns its failure instead. */
export const storeUnitResult = async (
  blobs: Pick<MemoryBlobs, 'put'>,
  unit: { organizationId: string; scanId: string; projectUnitId: string },
  found: {
    counts?: Partial<FindingCounts>;
    failure?: Failure;
    proposed?: UnitResult['suppressions']['proposed'];
  } = {},
): Promise<{ projectUnitId: string; failure?: Failure }> => {
  const { organizationId, scanId, projectUnitId } = unit;
  if (found.failure) return { projectUnitId, failure: found.failure };
  const result: UnitResult = {
    projectUnitId,
    counts: { ...noCounts(), ...found.counts },
    coverage: [{ scanType: 'sca', status: 'assessed', assessed: 1, gaps: [] }],
    inventoryDigest: 'sha256:0',
    advisorySnapshot: { id: 'snapshot' },
    failAnyway: 0,
    waivers: [],
    engines: {},
    suppressions: { suppressed: [], matched: [], proposed: found.proposed ?? [], unused: [] },
  };
  const key = { area: 'results', organizationId, name: resultObjectName(scanId, projectUnitId, 'result') };
  await blobs.put(key, JSON.stringify(result));
  return { projectUnitId };
};
