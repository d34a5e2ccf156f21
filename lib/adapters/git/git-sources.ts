import { Problem } from '@scangate/domain/problem';
import {
  parseRepositoryUrl,
  type AllowedSources,
  type RepositoryUrl,
} from '@scangate/domain/repositories/repository-url';
import { SourceFailure, type SourceLimits, type SourceLocation, type Sources } from '#ports/sources.ts';
import { FetchedPack } from '@scangate/git/pack/fetched-pack';
import { fetchPack } from '@scangate/git/remote/fetch-pack';
import { HttpSession, type HttpOptions } from '@scangate/git/remote/http-session';
import { LocalObjectStore } from '@scangate/git/local/local-object-store';
import { localHead, localRef } from '@scangate/git/local/local-refs';
import { mapFileErrors, openLocalRepository } from '@scangate/git/local/local-repository';
import { formatOfId, type ObjectStore } from '@scangate/git/object-format';
import { maxBaseObjectBytes, PackFile } from '@scangate/git/pack/pack-file';
import { defaultBranchOf, requireCommit, branchRef, remoteRef } from '@scangate/git/remote/remote-refs';
import { discover } from '@scangate/git/remote/upload-pack';
import { noSuchCommit, walkCommit } from '@scangate/git/walk-commit';

export interface GitSourcesOptions extends Partial<HttpOptions> {
  allowed: AllowedSources;
}

const defaults = { connectMs: 10_000, idleMs: 30_000, waitSeconds: 60 };

/** Packing adds little to what files weigh, and mostly takes much away. */
const packBytes = ({ totalBytes }: SourceLimits): number => totalBytes + 16 * 1024 * 1024;
/** Files, and the directories they are in. */
const packObjects = ({ files }: SourceLimits): number => 2 * files + 1024;
/** All inflating and joining of deltas, reading twice what was received. */
const workBytes = ({ totalBytes }: SourceLimits): number => 8 * totalBytes + 256 * 1024 * 1024;

/**
 * Repositories over https (smart HTTP, any host) and, where allowed, on this disk. The git binary is not used, nothing
 * of a repository is executed, and every size is bounded before it is unpacked.
 */
export const gitSources = (options: GitSourcesOptions): Sources => {
  const rules = { ...defaults, ...options };
  return {
    verify: (location, signal) =>
      read(location, rules, signal, {
        remote: async (session, { url, provider }) => {
          const head = await remoteRef(session, url, 'HEAD');
          return { provider, defaultBranch: defaultBranchOf(head?.target) };
        },
        local: ({ url, provider }) => {
          const head = localHead(openLocalRepository(url));
          return { provider, defaultBranch: defaultBranchOf(formatOfId(head) ? undefined : head) };
        },
      }),
    resolveBranch: async (location, branch, signal) => {
      const ref = branchRef(branch);
      return read(location, rules, signal, {
        remote: async (session, { url }) => {
          const found = await remoteRef(session, url, ref);
          return requireCommit(found?.id);
        },
        local: ({ url }) => requireCommit(localRef(openLocalRepository(url), ref)),
      });
    },
    fetchCommit: async (location, hash, limits, signal) => {
      const commitHash = hash.toLowerCase();
      if (!formatOfId(commitHash)) throw noSuchCommit();
      const store = await read(location, rules, signal, {
        remote: (session, { url }) => fetchObjects(session, url, commitHash, limits),
        local: ({ url }): ObjectStore => new LocalObjectStore(openLocalRepository(url), workBytes(limits)),
      });
      return walkCommit(store, commitHash, limits, signal);
    },
  };
};

interface Readers<T> {
  remote(session: HttpSession, url: RepositoryUrl): Promise<T>;
  local(url: RepositoryUrl): T;
}

/** Goes to where the repository is. The connections of an operation end with it. */
const read = async <T>(
  location: SourceLocation,
  rules: HttpOptions,
  signal: AbortSignal,
  readers: Readers<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const url = acceptable(location.url, rules.allowed);
  if (url.provider === 'file') return mapFileErrors(() => readers.local(url));
  const session = new HttpSession({ ...location, url: url.url }, rules, signal);
  try {
    return await readers.remote(session, url);
  } finally {
    session.close();
  }
};

/** @throws SourceFailure `source_invalid` where the operator's rules do not let this URL be read. */
const acceptable = (url: string, allowed: AllowedSources): RepositoryUrl => {
  try {
    return parseRepositoryUrl(url, allowed);
  } catch (error) {
    throw error instanceof Problem ? new SourceFailure('source_invalid', error.message) : error;
  }
};

const fetchObjects = async (
  session: HttpSession,
  url: string,
  commitHash: string,
  limits: SourceLimits,
): Promise<ObjectStore> => {
  const service = await discover(session, url);
  if (formatOfId(commitHash) !== service.format) throw noSuchCommit();
  const { fileBytes } = limits;
  const wanted = { commitHash, fileBytes, packBytes: packBytes(limits) };
  const { descriptor, isFiltered } = await fetchPack(session, service, wanted);
  const pack = new PackFile(descriptor, service.format, workBytes(limits));
  try {
    const bounds = { maxBytes: Math.max(fileBytes, maxBaseObjectBytes), maxObjects: packObjects(limits) };
    return await FetchedPack.index(pack, { ...bounds, lacksLarge: isFiltered }, session.signal);
  } catch (error) {
    pack.close();
    throw error;
  }
};
