import type { Detection } from '../model/assessed-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { GapTally } from '../source/gap-tally.ts';

/** The input of the rules of an organization. */
export interface OwnInput {
  files: SourceFiles;
  lineKey: string;
  /** The steps that the engine itself took: both share one budget. */
  steps: number;
  /** Whether a suppression of the commit itself covers a finding. */
  isCovered?: (finding: Detection) => boolean;
}

/** The findings of the rules of an organization in one unit. */
export interface OwnResult {
  findings: Detection[];
  gaps: GapTally;
  /** The files that were not looked at fully. */
  lost: string[];
  /** The secrets of each file, which nothing else may repeat. */
  secrets: Map<string, string[]>;
  /** All steps so far. */
  steps: number;
}

/** The rules of an organization for one engine, compiled: a pure function of files. */
export interface OwnEngine {
  run(input: OwnInput): OwnResult;
}

/** A rule that matches everything fills no report: what is beyond is told as lost. */
export const ownFindingLimits = { perFile: 50, perRule: 2_000, perUnit: 10_000 } as const;
/** So many findings of a rule in one file are looked at to choose those that are listed. */
const lookedAtPerFile = 5_000;

/** Counts by a key up to a limit. */
const counterTo = (limit: number) => {
  const counts = new Map<string, number>();
  return (key: string): boolean => {
    const before = counts.get(key) ?? 0;
    if (before >= limit) return false;
    counts.set(key, before + 1);
    return true;
  };
};

/**
 * Counts findings of rules, and keeps those within the limits. They apply separately to what a suppression of the commit
 * covers, to samples and to the rest, so that none crowds out the others.
 */
export const createOwnLimiter = (gaps: GapTally, isCovered: OwnInput['isCovered']) => {
  const takesOfUnit = counterTo(ownFindingLimits.perUnit);
  const takesOfRule = counterTo(ownFindingLimits.perRule);
  /** Keeps the findings of one file that are within the limits of file, rule and unit. */
  return <F extends Detection>(path: string, findings: readonly F[]): F[] => {
    const isLookedAt = counterTo(lookedAtPerFile);
    const takesOfFile = counterTo(ownFindingLimits.perFile);
    const lost = new Set<string>();
    const takes = (finding: F): boolean => {
      const { rule, sample } = finding;
      if (!isLookedAt(rule)) return false;
      const group = `${sample ? 'sample' : ''} ${isCovered?.(finding) ? 'covered' : ''}`;
      return takesOfFile(`${rule} ${group}`) && takesOfRule(`${rule} ${group}`) && takesOfUnit(group);
    };
    const kept = findings.filter((finding) => {
      const isKept = takes(finding);
      if (!isKept) lost.add(finding.rule);
      return isKept;
    });
    for (const rule of lost) gaps.add(`more findings of ${rule} than are listed`, path, 'lost');
    return kept;
  };
};
