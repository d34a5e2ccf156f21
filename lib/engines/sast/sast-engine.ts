import type { CodeDetection } from '../model/assessed-unit.ts';
import type { Coverage } from '../model/coverage.ts';
import type { SourceEngine, SourceInput, SourceResult } from '../engine.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { looksLikeThirdPartyCode } from '../source-files/file-class.ts';
import { createGapTally, type GapTally } from '../source-files/gap-tally.ts';
import { mostSevere } from '../source-files/most-severe.ts';
import { createFileTally, type FileTally } from '../source-files/file-tally.ts';
import { reportTruncation } from '../suppression/ignore-file.ts';
import { configurationKinds } from './configuration/configuration-kind.ts';
import { CrossFileTaint } from './cross-file-taint.ts';
import { unionOf, withFingerprints, type PlacedFinding } from './hit-findings.ts';
import { sastVersion } from './rule-ids.ts';
import { readProjectProperties } from './project-properties.ts';
import { calleeFileFinder } from './scan/callee-files.ts';
import { scanFile } from './scan/scan-file.ts';
import { limited, maxStepsPerUnit, type UnitScan } from './scan/unit-scan.ts';

const maxFindingsPerUnit = 10_000;

/** The longest chain of files that taint is followed through. */
const maxRounds = 3;

const byPlace = (a: CodeDetection, b: CodeDetection): number =>
  (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column;

/** The files with source code so far. */
interface ScannedFiles {
  /** The findings of each file that was scanned, at least in part. */
  findings: Map<string, PlacedFinding[]>;
  /** The files of which something was not scanned. */
  inPart: Set<string>;
}

/** Runs a step of the scan of a file, and notes whether it left anything out. */
const noting = <T>(
  { gaps }: UnitScan,
  inPart: Set<string>,
  { path, run }: { path: string; run: () => T },
): T => {
  const before = gaps.lost;
  const result = run();
  if (gaps.lost > before) inPart.add(path);
  return result;
};

/**
 * Scans a file again for the taint that other files pass to it. What was found before stays: a caller can make the second run
 * end early.
 */
const scanAgain = (scan: UnitScan, path: string, before: readonly PlacedFinding[]): PlacedFinding[] => {
  if (scan.work.steps > maxStepsPerUnit) {
    scan.gaps.add('step limit of the unit reached: values from other files not followed', path, 'lost');
    return [...before];
  }
  const found = scanFile(scan, path, 0);
  return Array.isArray(found) ? limited(scan, path, unionOf(before, found)) : [...before];
};

/** Scans files again when other files turn out to pass untrusted text to them. */
const followCrossFileTaint = (scan: UnitScan, { findings, inPart }: ScannedFiles): void => {
  for (let round = 0; round < maxRounds; round += 1)
    for (const path of scan.crossFileTaint.takeChanged()) {
      const before = findings.get(path);
      if (before === undefined) continue;
      const run = (): PlacedFinding[] => scanAgain(scan, path, before);
      findings.set(path, noting(scan, inPart, { path, run }));
    }
};

/**
 * Puts code that looks hand-written before code that looks generated or vendored, so that no amount of the latter
 * uses up the steps.
 */
const inOrder = (files: SourceFiles): SourceFiles['entries'] => {
  const isOthers = ({ path }: { path: string }): boolean => looksLikeThirdPartyCode(path);
  return [...files.entries.filter((entry) => !isOthers(entry)), ...files.entries.filter(isOthers)];
};

const scanFiles = (
  scan: UnitScan,
  tally: FileTally,
): { assessed: number; findings: CodeDetection[]; hasSource: boolean } => {
  const scanned: ScannedFiles = { findings: new Map(), inPart: new Set() };
  const sources: string[] = [];
  for (const { path, sizeBytes } of inOrder(scan.files)) {
    const run = (): ReturnType<typeof scanFile> => scanFile(scan, path, sizeBytes);
    const found = noting(scan, scanned.inPart, { path, run });
    if (found === 'no-source') continue;
    sources.push(path);
    if (found) scanned.findings.set(path, found);
    else scanned.inPart.add(path);
  }
  followCrossFileTaint(scan, scanned);
  // A file that was read in part counts as not assessed, so that nobody can hide the rest of it.
  for (const path of sources)
    if (scanned.inPart.has(path)) tally.leaveOut(path);
    else tally.assess(path);
  const all = [...scanned.findings.values()].flatMap(withFingerprints);
  if (all.length > maxFindingsPerUnit)
    scan.gaps.add(`more than ${maxFindingsPerUnit} findings: the least severe are left out`, '', 'lost');
  const findings = mostSevere(all, maxFindingsPerUnit).sort(byPlace);
  return { assessed: scanned.findings.size, findings, hasSource: sources.length > 0 };
};

const statusOf = (assessed: number, gaps: GapTally): Coverage['status'] => {
  if (assessed === 0) return 'unassessed';
  return gaps.lost > 0 ? 'partial' : 'assessed';
};

/**
 * Finds weaknesses in the source code of a unit by following untrusted input through it.
 * Never throws for the content of a file.
 */
export const sastEngine: SourceEngine = {
  scanType: 'sast',
  version: sastVersion,
  run: ({ files, ignoreFile, lineKey }: SourceInput): SourceResult => {
    const gaps = createGapTally();
    const tally = createFileTally();
    const comments: UnitScan['comments'] = new Map();
    reportTruncation(ignoreFile, gaps);
    const work = { steps: 0 };
    const scan: UnitScan = {
      files,
      gaps,
      comments,
      lineKey,
      locate: calleeFileFinder(files.entries.map(({ path }) => path)),
      crossFileTaint: new CrossFileTaint(),
      settings: readProjectProperties(files, gaps),
      configurations: configurationKinds(files),
      work,
    };
    const { assessed, findings, hasSource } = scanFiles(scan, tally);
    const found = gaps.gaps();
    return {
      findings,
      comments: [...comments.values()].flat(),
      files: tally.close(),
      coverage: {
        scanType: 'sast',
        status: statusOf(assessed, gaps),
        assessed,
        gaps: hasSource || found.length > 0 ? found : [{ reason: 'no source files' }],
        ...(!hasSource && { nothingToAssess: true }),
      },
      steps: work.steps,
    };
  },
};
