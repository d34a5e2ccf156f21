import type { Detection } from '../model/assessed-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { GapTally } from '../source/gap-tally.ts';

/** The input of the rules of an organization. */
export interface OwnInput {
  files: SourceFiles;
  lineKey: string;
  /** The steps that the engine itself took: both share one budget. */
  steps: number;
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
export const ownFindingLimits = { perFile: 50, perRule: 500, perUnit: 2_000 } as const;

/** Counts findings of rules, and keeps those within the limits. */
export const createOwnLimiter = (gaps: GapTally) => {
  const byRule = new Map<string, number>();
  let total = 0;
  const take = (rule: string): boolean => {
    const ofRule = byRule.get(rule) ?? 0;
    if (ofRule >= ownFindingLimits.perRule || total >= ownFindingLimits.perUnit) return false;
    byRule.set(rule, ofRule + 1);
    total += 1;
    return true;
  };
  /** Keeps the findings of one file that are within the limits of file, rule and unit. */
  return <F extends Detection>(path: string, findings: readonly F[]): F[] => {
    const inFile = new Map<string, number>();
    const lost = new Set<string>();
    const kept = findings.filter(({ rule }) => {
      const before = inFile.get(rule) ?? 0;
      inFile.set(rule, before + 1);
      const isKept = before < ownFindingLimits.perFile && take(rule);
      if (!isKept) lost.add(rule);
      return isKept;
    });
    for (const rule of lost) gaps.add(`more findings of ${rule} than are listed`, path, 'lost');
    return kept;
  };
};
