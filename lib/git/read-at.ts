import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AllowedSources } from './allowed-sources.ts';
import type { RepositoryLocation } from './commit.ts';
import type { CommitReaders } from './commit-reader.ts';
import { GitFailure } from './git-failure.ts';
import { mapFileErrors } from './local/local-repository.ts';
import type { OpenConnections } from './remote/git-host-connections.ts';
import type { HttpOptions, HttpSession } from './remote/http-session.ts';

export interface GitOptions extends Partial<Omit<HttpOptions, 'connections' | 'connect'>> {
  allowed: AllowedSources;
  /** Opens the connections of an operation; without it, only repositories on this disk can be read. */
  connect?: OpenConnections;
  /** Parses the bytes of repositories; in this process by default. */
  readers?: CommitReaders;
}

const urlOf = ({ url }: RepositoryLocation): URL => {
  if (isAbsolute(url)) return pathToFileURL(url);
  if (!URL.canParse(url)) throw new GitFailure('invalid_repository', 'This is not a URL.');
  return new URL(url);
};

export type ReadOptions = Required<Omit<GitOptions, 'readers' | 'connect'>> & Pick<GitOptions, 'connect'>;

const requiredSource = { 'https:': 'https', 'http:': 'loopback', 'file:': 'file' } as const;

/** @throws GitFailure `invalid_repository` when the operator does not permit this kind of URL. */
const permittedUrl = (location: RepositoryLocation, allowed: AllowedSources): URL => {
  const url = urlOf(location);
  const required = requiredSource[url.protocol as keyof typeof requiredSource];
  const isForeignFile = url.protocol === 'file:' && url.host !== '';
  if (required && allowed.has(required) && !isForeignFile) return url;
  throw new GitFailure('invalid_repository', 'Repositories with this kind of URL are not allowed here.');
};

interface Readers<T> {
  remote(session: HttpSession, url: string): Promise<T>;
  local(url: string): T | Promise<T>;
}

/** Runs one operation on a local or remote repository. Its connections end with it. */
export const readAt = async <T>(
  location: RepositoryLocation,
  { options, signal }: { options: ReadOptions; signal: AbortSignal },
  readers: Readers<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const url = permittedUrl(location, options.allowed);
  if (url.protocol === 'file:') return await mapFileErrors(() => readers.local(url.href));
  const { connect } = options;
  if (!connect) throw new GitFailure('invalid_repository', 'Hosts are not asked here.');
  const { HttpSession: Session } = await import('./remote/http-session.ts');
  const connections = await connect();
  const session = new Session(location, { ...options, connect, connections }, signal);
  try {
    return await readers.remote(session, location.url);
  } finally {
    session.close();
  }
};
