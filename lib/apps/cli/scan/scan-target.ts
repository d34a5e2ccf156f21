import { resolve } from 'node:path';
import type { CiContext } from '../ci/ci-context.ts';
import { readCi } from '../ci/index.ts';
import type { CommandContext } from '../commands/command.ts';
import { branchOf, cloneAt, commitHere, commitNamed, countChanges, type Clone } from './local-commit.ts';
import { repositoryAt } from './repository-at.ts';
import type { targetFlags } from './scan-flags.ts';

/** The commit to scan, and where it is. */
export interface ScanTarget {
  repository: string;
  commit: string;
  branch?: string;
  base?: string;
  pullRequest?: number;
  clone: Clone;
  ci: CiContext | undefined;
  /** Sentences that should be shown to people. */
  notes: string[];
}

type TargetContext = Pick<
  CommandContext<typeof targetFlags>,
  'flags' | 'environment' | 'directory' | 'positionals'
>;

const changesNote = (clone: Clone): string[] => {
  const changed = countChanges(clone) ?? 0;
  if (changed === 0) return [];
  return [`${changed} changed file${changed === 1 ? ' is' : 's are'} not scanned: the commit is.`];
};

/** The commit, and facts that only the CI knows about it. */
const commitOf = ({ flags }: TargetContext, clone: Clone, ci: CiContext | undefined) => {
  const commit =
    flags.commit === undefined
      ? (ci?.commit ?? commitHere(clone))
      : commitNamed(flags.commit, clone, '--commit');
  // The CI's statements about its commit do not apply to another one.
  return { commit, told: ci && (ci.commit === undefined || ci.commit === commit) ? ci : undefined };
};

/** Determines what to scan: from flags, then the CI, then the clone. No request is sent. @throws CliFailure */
export const findTarget = (context: TargetContext): ScanTarget => {
  const { flags, environment, directory, positionals } = context;
  const place = resolve(directory, positionals[0] ?? '.');
  const clone = cloneAt(place, environment);
  const ci = readCi({ environment, directory: place });
  const { commit, told } = commitOf(context, clone, ci);
  const isHere = clone.git(['rev-parse', '--verify', '--quiet', 'HEAD']) === commit;
  const branch = flags.branch ?? told?.branch ?? (ci === undefined && isHere ? branchOf(clone) : undefined);
  const base = flags.base === undefined ? told?.base : commitNamed(flags.base, clone, '--base');
  const pullRequest = flags['pull-request'] ?? told?.pullRequest;
  // A CI has nothing to say but why it knows no base.
  const ofCi = flags.base === undefined ? (told?.notes ?? []) : [];
  return {
    repository: repositoryAt(context, clone, ci),
    commit,
    ...(branch !== undefined && { branch }),
    ...(base !== undefined && { base }),
    ...(pullRequest !== undefined && { pullRequest }),
    clone,
    ci,
    notes: [...ofCi, ...(ci === undefined && isHere ? changesNote(clone) : [])],
  };
};
