import { closeSync, existsSync, realpathSync } from 'node:fs';
import type { FetchedCommit } from '@scangate/git';
import type { CommitReaders, CommitToRead, PackReader } from '@scangate/git/commit-reader';
import type { LocalRepository } from '@scangate/git/local/local-repository';
import type { OpenSandbox } from './open-sandbox.ts';
import type { SandboxJob, SandboxProcess } from './sandbox-process.ts';

/** The files of a commit as a sandbox sends them: each is a part with the file's path as its name. */
const readFiles = (
  sandbox: SandboxProcess,
  job: SandboxJob,
  { signal, close }: { signal: AbortSignal; close: () => void },
): FetchedCommit => {
  const skipped: FetchedCommit['skipped'] = [];
  const files = async function* () {
    try {
      const stream = sandbox.stream(job, signal);
      for (;;) {
        const { done, value } = await stream.next();
        if (done) {
          skipped.push(...(value as FetchedCommit['skipped']));
          return;
        }
        yield { path: value.name, content: value.bytes };
      }
    } finally {
      close();
    }
  };
  return { files: files(), skipped };
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

  async addPack(signal: AbortSignal): Promise<readonly string[]> {
    const input = { commit: this.#commit, packs: this.#packs };
    return (await this.#sandbox.run({ job: 'add-pack', input }, signal)).value as string[];
  }

  async files(signal: AbortSignal): Promise<FetchedCommit> {
    const close = (): void => this.close();
    return readFiles(this.#sandbox, { job: 'read-files', input: null }, { signal, close });
  }

  close(): void {
    this.#sandbox.close();
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
  }
}

/** The folders of a repository by all of their names, since a permission is for a name. */
const foldersOf = ({ gitDirectory, commonDirectory, objectDirectories }: LocalRepository): string[] => {
  const folders = [gitDirectory, commonDirectory, ...objectDirectories].filter((path) => existsSync(path));
  return [...new Set(folders.flatMap((path) => [path, realpathSync(path)]))];
};

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
  openPacks: (commit, descriptors) => new SandboxedPackReader(open(descriptors), commit, descriptors),
  readLocal: async (commit, repository, signal) => {
    const sandbox = open([], foldersOf(repository));
    const job = { job: 'read-local', input: { commit, repository } };
    return readFiles(sandbox, job, { signal, close: () => sandbox.close() });
  },
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
});
