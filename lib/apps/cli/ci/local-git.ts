import { spawnSync } from 'node:child_process';
import type { CiGit, CiSources } from './ci-context.ts';

/** The settings of a clone can name programs. This disables those that the commands below could start. */
const withoutPrograms = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
/** A commit can hold a folder that looks like a bare repository, with settings and a HEAD of its own. */
const withoutBare = ['-c', 'safe.bareRepository=explicit'];
/** A partial clone would fetch missing objects with whatever program or address its settings name. */
const withoutNetwork = {
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
};

const timeoutMs = 20_000;

/** Runs git without a shell. @returns its output, or undefined when it fails or is not installed. */
export const runGit = (
  directory: string,
  args: readonly string[],
  environment: CiSources['environment'],
): string | undefined => {
  const { status, stdout } = spawnSync(
    'git',
    ['-C', directory, ...withoutPrograms, ...withoutBare, ...args],
    {
      env: { ...environment, ...withoutNetwork },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: timeoutMs,
      windowsHide: true,
    },
  );
  return status === 0 ? stdout.trimEnd() : undefined;
};

/** A text that git would read as an option or as several revisions is not a revision. */
const isRevision = (text: string): boolean => /^[^-\s][^\s\p{Cc}]*$/u.test(text) && !text.includes('..');

const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Whether a text is a prefix of a hash, but git resolved it to another one. Git prefers a tag or a branch of that
 * name, and a committer may name one like a commit.
 */
export const isOtherHash = (text: string, found: string): boolean =>
  /^[0-9a-f]{4,}$/i.test(text) && !found.startsWith(text.toLowerCase());

/** The clone in a directory. */
export const localGit = (directory: string, environment: CiSources['environment']): CiGit => {
  const hashFrom = (args: readonly string[]): string | undefined => {
    const printed = runGit(directory, args, environment);
    return printed !== undefined && hash.test(printed) ? printed : undefined;
  };
  return {
    resolve(revision) {
      if (!isRevision(revision)) return undefined;
      const found = hashFrom(['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
      return found !== undefined && isOtherHash(revision, found) ? undefined : found;
    },
    mergeBase: (one, other) =>
      isRevision(one) && isRevision(other) ? hashFrom(['merge-base', one, other]) : undefined,
    isShallow: () => runGit(directory, ['rev-parse', '--is-shallow-repository'], environment) === 'true',
  };
};
