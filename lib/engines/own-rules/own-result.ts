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
  isCovered?: (finding: FindingPlace) => boolean;
  /** Whether something else that is kept of a file may repeat its secrets. */
  isCommented?: (file: string) => boolean;
}

/** The findings of the rules of an organization in one unit. */
export interface OwnResult {
  findings: Detection[];
  gaps: GapTally;
  /** The files that were not looked at fully. */
  lost: string[];
  /** The secrets of files whose comments or suppressions may repeat them; undefined for too many to name. */
  secrets: Map<string, readonly string[] | undefined>;
  /** All steps so far. */
  steps: number;
}

/** The rules of an organization for one engine, compiled: a pure function of files. */
export interface OwnEngine {
  /** The instructions of its expressions, which it holds in memory together. */
  size: number;
  run(input: OwnInput): OwnResult;
}

/** A rule that matches everything fills no report: what is beyond is told as lost. */
export const ownFindingLimits = { perFile: 50, perRule: 2_000, perUnit: 10_000 } as const;
/** So many matches of a rule in one file are looked at to choose those that are listed. */
const lookedAtPerFile = 5_000;

/** The part of a finding by which it is counted, known before the finding is made. */
export interface FindingPlace {
  kind: 'secret' | 'code';
  rule: string;
  file: string;
  line: number;
  sample?: boolean | undefined;
}

/** Chooses the findings of one file. */
export interface FileChooser {
  /** Counts a finding, and returns whether it is within the limits. */
  takes(place: FindingPlace): boolean;
  /** Returns whether no further match of a rule is looked at, which is told as lost. */
  isFull(rule: string): boolean;
}

/**
 * Counts findings of rules while they are found, so that those beyond the limits are never made. The limits apply
 * separately to what a suppression of the commit covers, to samples and to the rest, so that none crowds out the others.
 */
export interface OwnLimiter {
  /** @param path is the file that is told as lost, which may be an archive around the file of a finding. */
  chooserOf(path: string): FileChooser;
  /** Gives back the room of findings that are found again. */
  release(places: readonly FindingPlace[]): void;
  /** Tells the files of which more was found than is listed. */
  tell(gaps: GapTally): string[];
}

const createCounter = () => {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return { of, add: (key: string, by: number) => counts.set(key, of(key) + by) };
};

/** Makes the limiter of a unit. */
export const createOwnLimiter = (isCovered: OwnInput['isCovered']): OwnLimiter => {
  const [ofRule, ofUnit] = [createCounter(), createCounter()];
  const lost = new Map<string, Set<string>>();
  const groupOf = (place: FindingPlace): string =>
    `${place.sample ? 'sample' : ''} ${isCovered?.(place) ? 'covered' : ''}`;
  const count = (rule: string, group: string, by: 1 | -1): void => {
    ofRule.add(`${rule} ${group}`, by);
    ofUnit.add(group, by);
  };
  const lose = (path: string, rule: string): void => {
    lost.set(path, (lost.get(path) ?? new Set()).add(rule));
  };
  return {
    chooserOf: (path) => {
      const [looked, ofFile] = [createCounter(), createCounter()];
      const isFull = (rule: string): boolean => {
        if (looked.of(rule) < lookedAtPerFile) return false;
        lose(path, rule);
        return true;
      };
      const takes = (place: FindingPlace): boolean => {
        const { rule } = place;
        if (isFull(rule)) return false;
        looked.add(rule, 1);
        const group = groupOf(place);
        const key = `${rule} ${group}`;
        const { perFile, perRule, perUnit } = ownFindingLimits;
        if (ofFile.of(key) >= perFile || ofRule.of(key) >= perRule || ofUnit.of(group) >= perUnit) {
          lose(path, rule);
          return false;
        }
        ofFile.add(key, 1);
        count(rule, group, 1);
        return true;
      };
      return { takes, isFull };
    },
    release: (places) => {
      for (const place of places) count(place.rule, groupOf(place), -1);
    },
    tell: (gaps) => {
      for (const [path, rules] of lost)
        for (const rule of rules) gaps.add(`more findings of ${rule} than are listed`, path, 'lost');
      return [...lost.keys()];
    },
  };
};
