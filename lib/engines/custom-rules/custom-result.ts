import type { Detection } from '../model/assessed-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { GapTally } from '../source-files/gap-tally.ts';

/** The input of an organization's rules. */
export interface CustomRulesInput {
  files: SourceFiles;
  lineKey: string;
  /** The steps that the engine itself took: both share one budget. */
  steps: number;
  /** Whether a suppression in the commit itself covers a finding. */
  isCovered?: (finding: FindingPlace) => boolean;
  /** Whether other stored text of a file may repeat its secrets. */
  isCommented?: (file: string) => boolean;
}

/** The findings of an organization's rules in one unit. */
export interface CustomResult {
  findings: Detection[];
  gaps: GapTally;
  /** The files from which findings were dropped. */
  lost: string[];
  /** The secrets of files whose comments or suppressions may repeat them; undefined when there are too many to list. */
  secrets: Map<string, readonly string[] | undefined>;
  /** All steps so far. */
  steps: number;
}

/** An organization's rules for one engine, compiled: a pure function of files. */
export interface CustomEngine {
  /** The number of instructions of its expressions, all of which it holds in memory. */
  size: number;
  run(input: CustomRulesInput): CustomResult;
}

/**
 * Limits for rules that match everything, so that they do not flood a report; findings beyond the limits are
 * reported as lost.
 */
export const customFindingLimits = { perFile: 50, perRule: 2_000, perUnit: 10_000 } as const;
/** At most this many matches of a rule in one file are examined to choose the ones that are listed. */
const lookedAtPerFile = 5_000;

/** The part of a finding by which it is counted; it is known before the finding is made. */
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
  /** Returns whether further matches of a rule are ignored, which is reported as lost. */
  isFull(rule: string): boolean;
}

/**
 * Counts findings while they are found, so that those beyond the limits are never made. The limits apply separately
 * to findings that a suppression of the commit covers, to samples and to the rest, so that none crowds out the
 * others.
 */
export interface CustomLimiter {
  /** @param path is the file that is reported as lost, which may be the archive that contains the file of a finding. */
  chooserOf(path: string): FileChooser;
  /** Releases the room of findings that will be found again. */
  release(places: readonly FindingPlace[]): void;
  /** Reports the files in which more was found than is listed. */
  tell(gaps: GapTally): string[];
}

const createCounter = () => {
  const counts = new Map<string, number>();
  const of = (key: string): number => counts.get(key) ?? 0;
  return { of, add: (key: string, by: number) => counts.set(key, of(key) + by) };
};

/** Makes the limiter of a unit. */
export const createCustomLimiter = (isCovered: CustomRulesInput['isCovered']): CustomLimiter => {
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
        const { perFile, perRule, perUnit } = customFindingLimits;
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
