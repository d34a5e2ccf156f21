import { isOtherHash, runGit } from '../ci/local-git.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const fullHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const bad = (message: string, because: string): CliFailure =>
  new CliFailure(exitCodes.badInput, message, because);

/** The clone in which a command runs. */
export interface Clone {
  git: (args: readonly string[]) => string | undefined;
  directory: string;
}

export const cloneAt = (directory: string, environment: Environment): Clone => ({
  directory,
  git: (args) => runGit(directory, args, environment),
});

/** Explains what a text that names no commit refers to, and what to give instead. */
const refusalOf = (text: string, { git, directory }: Clone, flag: string): CliFailure => {
  const given = `${flag} ${printable(text).slice(0, 80)}`;
  if (git(['--version']) === undefined)
    return bad(`${given}: git is not installed here. Give the full hash of the commit.`, 'no_git');
  if (git(['rev-parse', '--git-dir']) === undefined)
    return bad(
      `${given}: ${directory} is not a git repository. Give the full hash of the commit.`,
      'no_repository',
    );
  if (/^[0-9a-f]{4,63}$/i.test(text)) {
    const candidates = git(['rev-parse', `--disambiguate=${text.toLowerCase()}`])?.split('\n') ?? [];
    if (candidates.filter((candidate) => candidate !== '').length > 1)
      return bad(
        `${given} is ambiguous in this clone. Give more digits or the full hash.`,
        'commit_ambiguous',
      );
  }
  const kind = text.startsWith('-') ? undefined : git(['cat-file', '-t', text]);
  if (kind !== undefined && kind !== 'commit')
    return bad(`${given} is a ${kind}, not a commit. Give the hash of a commit.`, 'not_a_commit');
  if (text === 'HEAD') return bad('The branch has no commit yet. Commit and push first.', 'unborn_branch');
  return bad(`${given} is not a commit of this clone. Fetch it, or give its full hash.`, 'commit_unknown');
};

/** Whether a text is both the name of a branch or a tag and the prefix of another object's hash. */
const isBoth = (text: string, found: string, { git }: Clone): boolean =>
  isOtherHash(text, found) && (git(['rev-parse', `--disambiguate=${text.toLowerCase()}`]) ?? '') !== '';

/** Returns the full hash of the commit that a text names. A full hash needs no clone. @throws CliFailure */
export const commitNamed = (text: string, clone: Clone, flag: string): string => {
  if (fullHash.test(text.toLowerCase())) return text.toLowerCase();
  const isRevision = /^[^-\s][^\s\p{Cc}]*$/u.test(text) && !text.includes('..');
  const named = (name: string) => clone.git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  // A fresh clone has the other branches only as those of origin.
  const found = isRevision ? (named(text) ?? named(`refs/remotes/origin/${text}`)) : undefined;
  if (found === undefined || !fullHash.test(found)) throw refusalOf(text, clone, flag);
  if (isBoth(text, found, clone))
    throw bad(
      `${flag} ${printable(text)} is a branch or a tag, and the start of another hash. Give the full hash.`,
      'commit_ambiguous',
    );
  return found;
};

/** Returns the commit that is checked out. @throws CliFailure */
export const commitHere = (clone: Clone): string => commitNamed('HEAD', clone, '--commit');

/**
 * Disables the filters of a clone: to find out whether a file changed, git would run the programs that its settings
 * name.
 * @returns undefined for a filter whose name cannot be passed as an argument
 */
const withoutFilters = ({ git }: Clone): string[] | undefined => {
  const listed = git(['config', '--null', '--name-only', '--get-regexp', String.raw`^filter\.`]) ?? '';
  const names = [...new Set(listed.split('\0').filter((name) => /\.(?:clean|process|required)$/.test(name)))];
  if (names.some((name) => name.includes('='))) return undefined;
  return names.flatMap((name) => ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`]);
};

/** Returns the number of uncommitted changed files; undefined when git fails. */
export const countChanges = (clone: Clone): number | undefined => {
  const filters = withoutFilters(clone);
  const listed = filters && clone.git([...filters, 'status', '--porcelain', '--ignore-submodules=all']);
  return listed?.split('\n').filter((line) => line !== '').length;
};

/** Returns the address of `origin`; it may contain a credential, so it is never shown. */
export const originOf = ({ git }: Clone): string | undefined => git(['config', '--get', 'remote.origin.url']);

/** Returns the branch that is checked out. */
export const branchOf = ({ git }: Clone): string | undefined =>
  git(['symbolic-ref', '--quiet', '--short', 'HEAD']);

/** Returns the folder to which paths of the repository are relative. */
export const rootOf = ({ git }: Clone): string | undefined => git(['rev-parse', '--show-toplevel']);
