import type { Ecosystem } from './component.ts';

/**
 * The defects of a package source in a lockfile. `resolved-mismatch`: the URL belongs to another package or version.
 * `unexpected-host`: neither a public registry nor one that the project or the policy names. `missing-integrity`: no
 * hash where the format has one. `git-source`, `url-source`: from no registry. `insecure-source`: without
 * encryption, or without verification of the host. `extra-registry`: queried along with another registry, so that
 * the higher version of a name wins, whoever published it. `named-registry`: neither public nor known to the policy;
 * only the repository names it. `replaced-package`: another package is substituted for it.
 */
export const sourceRules = [
  'resolved-mismatch',
  'unexpected-host',
  'missing-integrity',
  'git-source',
  'url-source',
  'insecure-source',
  'extra-registry',
  'named-registry',
  'replaced-package',
] as const;
export type SourceRule = (typeof sourceRules)[number];

/** A source of a package that an installer would follow without asking. */
export interface SourceProblem {
  rule: SourceRule;
  /** A clause about the package, or about the file when it has no package. */
  detail: string;
  file: string;
  line?: number;
  ecosystem: Ecosystem;
  /** Absent when it is about the whole file. */
  packageName?: string;
  version?: string;
  /** The host that is used. */
  host?: string;
}
