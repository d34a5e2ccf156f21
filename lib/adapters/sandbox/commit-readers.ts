import { closeSync, existsSync, realpathSync } from 'node:fs';
import type { FetchedCommit, FileSelection } from '@scangate/git';
import type { CommitListing } from '@scangate/git/commit';
import type { FetchedRange } from '@scangate/git/read-commit-range';
import type { HistoryReaders, ObjectSource } from '@scangate/git/history/history-readers';
import type { HistoricFile } from '@scangate/git/history/list-slice';
import type { HistoryPlan } from '@scangate/git/history/plan-history';
import type { CommitReader, CommitReaders, CommitToRead, PackReader } from '@scangate/git/commit-reader';
import type { LocalRepository } from '@scangate/git/local/local-repository';
import type { OpenSandbox } from './open-sandbox.ts';
import type { SandboxJob, SandboxProcess } from './sandbox-process.ts';

/**
 * Yields the files that a sandbox sends: each is a part with the file's path as its name. The lists are filled at
 * the end.
 */
const filesOf = (
  sandbox: SandboxProcess,
  { job, lists }: { job: SandboxJob; lists: Readonly<Record<string, unknown[]>> },
  { signal, close }: { signal: AbortSignal; close: () => void },
): FetchedCommit['files'] => {
  const files = async function* () {
    try {
      const stream = sandbox.stream(job, signal);
      for (;;) {
        const { done, value } = await stream.next();
        if (done) {
          const read = value as Record<string, unknown[] | undefined>;
          for (const [name, list] of Object.entries(lists))
            for (const each of read[name] ?? []) list.push(each);
          return;
        }
        yield { path: value.name, content: value.bytes };
      }
    } finally {
      close();
    }
  };
  return files();
};

const readFiles = (
  sandbox: SandboxProcess,
  job: SandboxJob,
  ending: { signal: AbortSignal; close: () => void },
): FetchedCommit => {
  const lists = { skipped: [], same: [] };
  return { files: filesOf(sandbox, { job, lists }, ending), ...lists };
};

const readRange = (
  sandbox: SandboxProcess,
  job: SandboxJob,
  ending: { signal: AbortSignal; close: () => void },
): FetchedRange => {
  const lists = { skipped: [], commits: [], unread: [] };
  return { files: filesOf(sandbox, { job, lists }, ending), ...lists };
};

/** The name of the part that holds a listing. */
const listingPart = 'listing';

const readListing = async (
  sandbox: SandboxProcess,
  job: SandboxJob,
  signal: AbortSignal,
): Promise<CommitListing> => {
  const { parts } = await sandbox.run(job, signal);
  return JSON.parse(String(parts.get(listingPart))) as CommitListing;
};

class SandboxedPackReader implements PackReader {
  readonly #sandbox: SandboxProcess;
  readonly #commit: CommitToRead;
  readonly #descriptors: number[];
  readonly #packs: number;

  constructor(sandbox: SandboxProcess, commit: CommitToRead, descriptors: readonly number[]) {
    this.#sandbox = sandbox;
    this.#commit = commit;
    this.#descriptors = [...descriptors];
    this.#packs = descriptors.length;
  }

  async look(signal: AbortSignal): Promise<void> {
    await this.#sandbox.run({ job: 'look-at-pack', input: this.#input() }, signal);
  }

  async addPack(signal: AbortSignal): Promise<void> {
    await this.#sandbox.run({ job: 'add-pack', input: this.#input() }, signal);
  }

  list(signal: AbortSignal): Promise<CommitListing> {
    return readListing(this.#sandbox, { job: 'list-files', input: null }, signal);
  }

  async missing(selection: FileSelection | undefined, signal: AbortSignal): Promise<readonly string[]> {
    return (await this.#sandbox.run({ job: 'missing-files', input: { selection } }, signal))
      .value as string[];
  }

  async files(selection: FileSelection | undefined, signal: AbortSignal): Promise<FetchedCommit> {
    const close = (): void => this.close();
    return readFiles(this.#sandbox, { job: 'read-files', input: { selection } }, { signal, close });
  }

  close(): void {
    this.#sandbox.close();
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
  }

  #input(): { commit: CommitToRead; packs: number } {
    return { commit: this.#commit, packs: this.#packs };
  }
}

/** Returns the folders of a repository under all of their names, since a permission is granted by name. */
const foldersOf = ({ gitDirectory, commonDirectory, objectDirectories }: LocalRepository): string[] => {
  const folders = [gitDirectory, commonDirectory, ...objectDirectories].filter((path) => existsSync(path));
  return [...new Set(folders.flatMap((path) => [path, realpathSync(path)]))];
};

/** Reads a repository on this disk. The sandbox starts with the first question. */
const localReader = (open: OpenSandbox, commit: CommitToRead, repository: LocalRepository): CommitReader => {
  let opened: SandboxProcess | undefined;
  const sandbox = (): SandboxProcess => (opened ??= open([], foldersOf(repository)));
  const close = (): void => opened?.close();
  return {
    list: (signal) => readListing(sandbox(), { job: 'list-local', input: { commit, repository } }, signal),
    files: async (selection, signal) =>
      readFiles(
        sandbox(),
        { job: 'read-local', input: { commit, repository, selection } },
        { signal, close },
      ),
    close,
  };
};

/** The descriptors that a sandbox inherits, and the folders that it may read. */
const openFor = (open: OpenSandbox, source: ObjectSource): SandboxProcess =>
  'repository' in source ? open([], foldersOf(source.repository)) : open(source.descriptors);

/** The source as the sandbox sees it: by the indexes of its inherited files. */
const inheritedSource = (source: ObjectSource): ObjectSource =>
  'repository' in source ? source : { ...source, descriptors: source.descriptors.map((_, index) => index) };

const closeSource = (sandbox: SandboxProcess, source: ObjectSource): void => {
  sandbox.close();
  if (!('repository' in source)) for (const descriptor of source.descriptors) closeSync(descriptor);
};

/** Reads histories, each part in a new sandbox. */
const sandboxedHistory = (open: OpenSandbox): HistoryReaders => ({
  planHistory: async (question, source, signal) => {
    const sandbox = openFor(open, source);
    try {
      const job = { job: 'plan-history', input: { question, source: inheritedSource(source) } };
      const { parts } = await sandbox.run(job, signal);
      return JSON.parse(String(parts.get(listingPart))) as HistoryPlan;
    } finally {
      closeSource(sandbox, source);
    }
  },
  listSlice: async ({ kinds: _ofJob, ...question }, source, signal) => {
    const sandbox = openFor(open, source);
    const lists = { unread: [] };
    const job = { job: 'list-slice', input: { question, source: inheritedSource(source) } };
    const close = (): void => closeSource(sandbox, source);
    const parts = filesOf(sandbox, { job, lists }, { signal, close });
    const files = async function* () {
      for await (const { content } of parts)
        yield* JSON.parse(String(Buffer.from(content))) as HistoricFile[];
    };
    return { files: files(), ...lists };
  },
  readBlobs: async (question, source, signal) => {
    const sandbox = openFor(open, source);
    const lists = { large: [], missing: [] };
    const job = { job: 'read-blobs', input: { question, source: inheritedSource(source) } };
    const close = (): void => closeSource(sandbox, source);
    const parts = filesOf(sandbox, { job, lists }, { signal, close });
    const files = async function* () {
      for await (const { path: id, content } of parts) yield { id, content };
    };
    return { files: files(), ...lists };
  },
});

/** Runs a job whose result is a list of commits. */
const commitsOf = async (
  sandbox: SandboxProcess,
  job: SandboxJob,
  signal: AbortSignal,
): Promise<string[]> => {
  const { value } = await sandbox.run(job, signal);
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
};

/** Reads each commit in a new sandbox: the packs of hosts, and repositories on this disk. */
export const sandboxedReaders = (open: OpenSandbox): CommitReaders => ({
  ...sandboxedHistory(open),
  openPacks: (commit, descriptors) => new SandboxedPackReader(open(descriptors), commit, descriptors),
  openLocal: (commit, repository) => localReader(open, commit, repository),
  ancestorsInPack: async (question, descriptor, signal) => {
    const sandbox = open([descriptor]);
    try {
      return await commitsOf(sandbox, { job: 'ancestors-in-pack', input: { question } }, signal);
    } finally {
      sandbox.close();
      closeSync(descriptor);
    }
  },
  ancestorsLocally: async (question, repository, signal) => {
    const sandbox = open([], foldersOf(repository));
    try {
      return await commitsOf(sandbox, { job: 'ancestors-locally', input: { question, repository } }, signal);
    } finally {
      sandbox.close();
    }
  },
  rangeInPack: async (question, descriptor, signal) => {
    const sandbox = open([descriptor]);
    const close = (): void => {
      sandbox.close();
      closeSync(descriptor);
    };
    return readRange(sandbox, { job: 'range-in-pack', input: { question } }, { signal, close });
  },
  rangeLocally: async (question, repository, signal) => {
    const sandbox = open([], foldersOf(repository));
    const job = { job: 'range-locally', input: { question, repository } };
    return readRange(sandbox, job, { signal, close: () => sandbox.close() });
  },
});
