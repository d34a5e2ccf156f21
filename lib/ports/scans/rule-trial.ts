import type { Repository } from '@scangate/domain/records';
import type { ProblemPart } from '@scangate/domain/problem';
import type { OwnRule } from '@scangate/engines/model/gate/own-rules';
import type { Failure } from '@scangate/engines/model/failure';
import type { TrialQuestion, TriedScope } from '@scangate/engines/model/gate/rule-trial';
import type { Severity } from '@scangate/engines/model/severity';

/** A finding of a rule that is tried, in a file of the commit. */
interface TriedFinding {
  rule: string;
  severity: Severity;
  file: string;
  line: number;
  /** Set in a test, fixture, example or documentation. */
  sample?: true;
}

/** The findings of rules in a commit. */
export interface TriedCommit {
  findings: TriedFinding[];
  /** The parts that could not be looked at. */
  gaps: { reason: string; count?: number }[];
}

/** The part of a commit that a scan looked at. The credential of the repository is sealed. */
interface CommitToTry extends TriedScope {
  repository: Pick<Repository, 'organizationId' | 'repositoryId' | 'url' | 'credential'>;
  commitHash: string;
}

export type RuleQuestion = { rules: readonly OwnRule[] } & (
  | { kind: 'check' }
  | ({ kind: 'try' } & CommitToTry)
);

export interface RuleAnswer {
  /** The faults of the rules, by JSON Pointer from their list. */
  check: ProblemPart[];
  try: TriedCommit;
}

/** The report of the function: an answer, or an expected failure as data. */
export type RuleReport = { answer: RuleAnswer[keyof RuleAnswer] } | { failure: Failure };

/** Compiles and tries rules of organizations where nothing but hosts can be reached: a function of its own, without any table. */
export interface RuleTrial {
  /** Compiles the rules and runs their examples. @throws Transient */
  check(rules: readonly OwnRule[]): Promise<ProblemPart[]>;
  /** Runs the rules on the files of a commit, which its host has to have. @throws ScanFailed, Transient */
  try(rules: readonly OwnRule[], commit: CommitToTry, signal: AbortSignal): Promise<TriedCommit>;
}

/** Compiles and runs rules apart from whatever the caller may reach. */
export interface RuleSandbox {
  check(rules: readonly OwnRule[], signal: AbortSignal): Promise<ProblemPart[]>;
  /** @param archive of the files, as a unit's is packed. */
  try(archive: AsyncIterable<Uint8Array>, question: TrialQuestion, signal: AbortSignal): Promise<TriedCommit>;
}
