import type { AllowComment } from '@scangate/engines/model/assessed-unit';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import type { GapTally } from '@scangate/engines/source-files/gap-tally';
import { createLineIndex } from '@scangate/engines/source-files/line-index';
import { mostSevere } from '@scangate/engines/source-files/most-severe';
import {
  allowCommentsOf,
  allowEnds,
  allowMark,
  readAllowComments,
} from '@scangate/engines/suppression/allow-comment';
import { engineRules, reportUnknownRules } from '@scangate/engines/suppression/unknown-rules';
import type { ConfigurationKind } from '../configuration/configuration-kind.ts';
import type { CrossFileTaint } from '../cross-file-taint.ts';
import type { PlacedFinding } from '../hit-findings.ts';
import { codeRuleIds } from '../rule-ids.ts';
import type { ProjectProperties } from '../project-properties.ts';
import type { FindCalleeFiles } from './callee-files.ts';

const maxFindingsPerFile = 200;
/** The limit of work for one unit; a step is the same on every machine. It suffices for 100 MB of code. */
export const maxStepsPerUnit = 50_000_000;

/** The state of the scan of one unit. */
export interface UnitScan {
  files: SourceFiles;
  locate: FindCalleeFiles;
  crossFileTaint: CrossFileTaint;
  gaps: GapTally;
  /** The comments of each file with findings. */
  comments: Map<string, AllowComment[]>;
  lineKey: string;
  settings: ProjectProperties;
  /** The files of configuration, by path. */
  configurations: ReadonlyMap<string, ConfigurationKind>;
  /** The steps of all files so far. */
  work: { steps: number };
}

/** The findings of a file; undefined if its code was not scanned, with the reason in the gaps. */
export type Scanned = PlacedFinding[] | 'no-source' | undefined;

const knownCodeRules = engineRules(codeRuleIds, 'code');

/** Notes the comments of a file, with or without a finding beside them. */
export const noteComments = ({ gaps, comments, lineKey }: UnitScan, path: string, bytes: Buffer): void => {
  if (!bytes.includes(allowMark)) return;
  const text = bytes.toString('latin1');
  const lines = createLineIndex(text);
  const allowed = readAllowComments(text, lines, allowEnds(text));
  reportUnknownRules(allowed, knownCodeRules, { gaps, path });
  const place = { scanner: 'sast', file: path, text, lines } as const;
  comments.set(path, allowCommentsOf(allowed, { ...place, secrets: [], key: lineKey }));
};

/** Keeps the most severe findings of a file. */
export const limited = (
  { gaps }: UnitScan,
  path: string,
  findings: readonly PlacedFinding[],
): PlacedFinding[] => {
  if (findings.length > maxFindingsPerFile)
    gaps.add(`more than ${maxFindingsPerFile} findings: the rest is left out`, path, 'lost');
  return mostSevere(findings, maxFindingsPerFile);
};
