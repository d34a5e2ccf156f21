import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { CommitLimits, FetchedCommit } from '@scangate/git';

const environment = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/** Runs the git binary, for comparison with the code under test. */
export const git = (directory: string, args: string[]): string =>
  execFileSync('git', ['-C', directory, ...args], {
    env: environment,
    encoding: 'latin1',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trimEnd();

export const makeDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

export type Contents = Record<string, string | Buffer>;

const initialize = (directory: string, format: 'sha1' | 'sha256' = 'sha1'): void => {
  mkdirSync(directory, { recursive: true });
  const options = ['--quiet', '--template=', '--initial-branch=trunk', `--object-format=${format}`];
  git(directory, ['init', ...options]);
};

export const makeRepository = (contents?: Contents, format?: 'sha1' | 'sha256'): string => {
  const directory = join(makeDirectory(), 'owner', 'repo');
  initialize(directory, format);
  if (contents) commit(directory, contents);
  return directory;
};

/** Makes an empty repository for all tests of a file. */
export const makeLastingRepository = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-repository-'));
  initialize(directory);
  return directory;
};

/** Writes files and commits everything. @returns the commit's hash. */
export const commit = (directory: string, contents: Contents): string => {
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  git(directory, ['add', '--all', '--force']);
  git(directory, ['commit', '--quiet', '--allow-empty', '--message=test']);
  return git(directory, ['rev-parse', 'HEAD']);
};

export const limits: CommitLimits = {
  totalBytes: 64 * 1024 * 1024,
  fileBytes: 1024 * 1024,
  files: 10_000,
  pathLength: 512,
};

export interface CommitContent {
  files: Record<string, string>;
  skipped: FetchedCommit['skipped'];
}

/** Reads a fetched commit to its end. */
export const readAll = async (fetched: Promise<FetchedCommit> | FetchedCommit): Promise<CommitContent> => {
  const { files, skipped } = await fetched;
  const taken: [string, string][] = [];
  for await (const { path, content } of files) taken.push([path, Buffer.from(content).toString('latin1')]);
  return { files: Object.fromEntries(taken), skipped };
};

/** Generates reproducible bytes that do not compress. */
export const incompressibleBytes = (bytes: number): Buffer =>
  createHash('shake256', { outputLength: bytes }).digest();

/** Returns the error of a promise; a promise that resolves fails the test. */
export const failureOf = async (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => expect.unreachable('it was expected to fail'),
    (error: unknown) => error,
  );
