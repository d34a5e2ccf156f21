import type { Repository } from '@scangate/domain/records';
import type { ProblemPart } from '@scangate/domain/problem';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { Failure } from '@scangate/engines/model/failure';
import type { TrialQuestion, TriedScope } from '@scangate/engines/model/gate/rule-trial';
import type { Severity } from '@scangate/engines/model/severity';

/** A finding of a tried rule, in a file of the commit. */
interface TriedFinding {
  rule: string;
  severity: Severity;
  file: string;
  line: number;
  /** Set in a test, fixture, example or documentation file. */
  sample?: true;
}

/** The findings of rules in a commit. */
export interface TriedCommit {
  findings: TriedFinding[];
  /** The parts that could not be scanned. */
  gaps: { reason: string; count?: number }[];
}

/** The part of a commit that a scan covered. The credential of the repository is sealed. */
interface CommitToTry extends TriedScope {
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'url' | 'credential'>;
  commitHash: string;
}

export type RuleQuestion = { rules: readonly CustomRule[] } & (
  | { kind: 'check' }
  | ({ kind: 'try' } & CommitToTry)
);

export interface RuleResult {
  /** The errors of the rules, by JSON Pointer into their list. */
  check: ProblemPart[];
  try: TriedCommit;
}

/** The report of the function: an answer, or an expected failure as data. */
export type RuleReport = { answer: RuleResult[keyof RuleResult] } | { failure: Failure };

/**
 * Compiles and tries rules of organizations in isolation, with access to git hosts only: a function of its own,
 * without any table.
 */
export interface RuleTrial {
  /** Compiles the rules and runs their examples. @throws Transient */
  check(rules: readonly CustomRule[]): Promise<ProblemPart[]>;
  /** Runs the rules on the files of a commit that its host must have. @throws ScanFailed, Transient */
  try(rules: readonly CustomRule[], commit: CommitToTry, signal: AbortSignal): Promise<TriedCommit>;
}

/** Compiles and runs rules, isolated from everything that the caller can access. */
export interface RuleSandbox {
  check(rules: readonly CustomRule[], signal: AbortSignal): Promise<ProblemPart[]>;
  /** @param archive of the files, packed like that of a unit. */
  try(archive: AsyncIterable<Uint8Array>, question: TrialQuestion, signal: AbortSignal): Promise<TriedCommit>;
}
