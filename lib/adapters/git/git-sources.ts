import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@scangate/domain/problem';
import {
  parseRepositoryUrl,
  type AllowedSources,
  type RepositoryUrl,
} from '@scangate/domain/repositories/repository-url';
import { gitClient, GitTransient, type GitOptions } from '@scangate/git';
import type { BranchPage } from '@scangate/git/branch-page';
import { formatOfId, objectId, sha1 } from '@scangate/git/object-format';
import { mapError } from './git-error-codes.ts';
import { gitHistories } from './git-histories.ts';
import { hostConnections } from '../outbound/host-connections.ts';
import { allowedAddressesOf } from '../outbound/outbound.ts';
import type { PrivateHosts } from '../outbound/private-hosts.ts';
import type { Histories } from '#ports/history/histories.ts';
import {
  SourceFailure,
  type AppTokens,
  type BranchesAnswer,
  type SourceEntry,
  type SourceLocation,
  type Sources,
} from '#ports/git-sources.ts';

/** The delays before further attempts: a host may fail for half a minute, and is tried at most four times. */
const fetchDelaysMs = [1_000, 6_000, 24_000];
/** The delays when somebody waits for the answer about a URL. */
const askDelaysMs = [500, 2_000];

/** Repeats an operation while the host fails transiently. The failure of the last attempt counts. */
const mapErrors = async <T>(
  run: () => Promise<T>,
  { delaysMs = [], signal }: { delaysMs?: readonly number[]; signal: AbortSignal },
): Promise<T> => {
  const [delayMs, ...later] = delaysMs;
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof GitTransient) || delayMs === undefined) throw mapError(error);
    await wait(delayMs, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
  return mapErrors(run, { delaysMs: later, signal });
};

async function* mapErrorsOf<T>(files: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* files;
  } catch (error) {
    throw mapError(error);
  }
}

/** Names each file by the id that git gives its content in a repository of this format. */
async function* named(
  files: AsyncIterable<Omit<SourceEntry, 'id'>>,
  commitHash: string,
): AsyncGenerator<SourceEntry> {
  const idOf = blobIdIn(commitHash);
  for await (const { path, content } of mapErrorsOf(files)) yield { path, id: idOf(content), content };
}

/** @throws SourceFailure `source_invalid` for a URL that the operator does not permit. */
const permittedUrl = (url: string, allowed: AllowedSources): RepositoryUrl => {
  try {
    return parseRepositoryUrl(url, allowed);
  } catch (error) {
    throw error instanceof Problem ? new SourceFailure('source_invalid', error.message) : error;
  }
};

const blobIdIn = (commitHash: string): ((content: Uint8Array) => string) => {
  const format = formatOfId(commitHash.toLowerCase()) ?? sha1;
  return ({ buffer, byteOffset, byteLength }) =>
    objectId(format, { type: 'blob', content: Buffer.from(buffer, byteOffset, byteLength) });
};

/** Git accepts the token of an installation as a password under this name. */
const appUser = 'x-access-token';

/** @throws SourceFailure for an App for which no token can be obtained. */
const gitCredential = async (
  location: Required<SourceLocation>,
  tokenOf: AppTokens | undefined,
): Promise<{ username?: string; secret: string }> => {
  const { app, ...credential } = location.credential;
  if (!app) return credential;
  if (!tokenOf) throw new SourceFailure('repo_access', 'Apps cannot read repositories here.');
  return { username: appUser, secret: await tokenOf(location) };
};

const answerOf = ({ branches, hasMore }: BranchPage): BranchesAnswer => ({
  items: branches.map(({ name, id }) => ({ name, commitHash: id })),
  hasMore,
});

export interface GitSourceOptions extends Omit<GitOptions, 'connect'> {
  /** Hosts whose private addresses are also permitted. */
  privateHosts?: PrivateHosts;
  /** Obtains the token of an App for one repository; without it, no App can read. */
  tokenOf?: AppTokens;
  /** The waits before further attempts of every operation; by default those that suit it. */
  retryDelaysMs?: readonly number[];
}

/**
 * Returns where git reads a repository, with a credential that git accepts.
 * @throws SourceFailure
 */
const locatorOf =
  (allowed: AllowedSources, tokenOf: AppTokens | undefined) =>
  async ({ url: text, credential }: SourceLocation) => {
    const { url, provider } = permittedUrl(text, allowed);
    const own = credential && (await gitCredential({ url, credential }, tokenOf));
    return { location: { url, ...(own && { credential: own }) }, provider };
  };

/** The ports `Sources` and `Histories` on git repositories: over https, and on this disk where the operator permits it. */
export const gitSources = ({
  retryDelaysMs,
  privateHosts = new Set(),
  tokenOf,
  ...options
}: GitSourceOptions): Sources & Histories => {
  const allowedAt = allowedAddressesOf('git', { allowed: { git: options.allowed }, privateHosts });
  const client = gitClient({ ...options, connect: hostConnections({ allowedAt }) });
  const locate = locatorOf(options.allowed, tokenOf);
  const asking = (signal: AbortSignal) => ({ delaysMs: retryDelaysMs ?? askDelaysMs, signal });
  const fetching = (signal: AbortSignal) => ({ delaysMs: retryDelaysMs ?? fetchDelaysMs, signal });
  const retrying = <T>(run: () => Promise<T>, signal: AbortSignal) => mapErrors(run, fetching(signal));
  return {
    ...gitHistories(client, { locate, retrying, mapping: mapErrorsOf }),
    verify: (requested, signal) =>
      mapErrors(async () => {
        const { location, provider } = await locate(requested);
        return { provider, defaultBranch: await client.defaultBranch(location, signal) };
      }, asking(signal)),
    resolveBranch: (requested, branch, signal) =>
      mapErrors(
        async () => client.resolveBranch((await locate(requested)).location, branch, signal),
        asking(signal),
      ),
    branches: (requested, question, signal) =>
      mapErrors(
        async () => answerOf(await client.branches((await locate(requested)).location, question, signal)),
        asking(signal),
      ),
    fetchCommit: ({ location: requested, ...commit }, signal) =>
      mapErrors(async () => {
        const { location } = await locate(requested);
        const { files, ...lists } = await client.fetchCommit({ location, ...commit }, signal);
        return { files: named(files, commit.commitHash), ...lists };
      }, fetching(signal)),
    fetchCommitRange: ({ location: requested, ...range }, signal) =>
      mapErrors(async () => {
        const { location } = await locate(requested);
        const { files, ...lists } = await client.fetchCommitRange({ location, ...range }, signal);
        return { files: mapErrorsOf(files), ...lists };
      }, fetching(signal)),
    ancestorsOf: ({ location: requested, tip, commits }, signal) =>
      mapErrors(
        async () =>
          client.ancestorsOf({ location: (await locate(requested)).location, tip, commits }, signal),
        fetching(signal),
      ),
  };
};
