import type { AllowComment, CodeDetection } from '../model/assessed-unit.ts';
import type { Coverage } from '../model/coverage.ts';
import type { SourceEngine, SourceInput, SourceResult } from '../engine.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { looksLikeThirdPartyCode } from '../source-files/file-class.ts';
import { createGapTally, type GapTally } from '../source-files/gap-tally.ts';
import { createLineIndex } from '../source-files/line-index.ts';
import { isLfsPointer } from '../source-files/lfs-pointer.ts';
import { mostSevere } from '../source-files/most-severe.ts';
import { readingsOf } from '../source-files/source-text.ts';
import { createFileTally, type FileTally } from '../source-files/file-tally.ts';
import { allowCommentsOf, allowEnds, allowMark, readAllowComments } from '../suppression/allow-comment.ts';
import { reportTruncation } from '../suppression/ignore-file.ts';
import { engineRules, reportUnknownRules } from '../suppression/unknown-rules.ts';
import { configurationKinds, type ConfigurationKind } from './configuration/configuration-kind.ts';
import { configurationScanner } from './configuration/loaded-scanner.ts';
import { CrossFileTaint, calleeFileFinder, type FindCalleeFiles } from './cross-file-taint.ts';
import { analyze } from './analyze.ts';
import { findingsOfHits } from './hit-findings.ts';
import { parseable } from './parseable.ts';
import { TooBroken } from './parser.ts';
import { recognizeSource } from './recognize-source.ts';
import { codeRuleIds, sastVersion } from './rule-ids.ts';
import { readProjectProperties, type ProjectProperties } from './project-properties.ts';
import { scanTemplate, type TemplateHit } from './templates/scan-template.ts';
import { embeddedCode, inPage } from './embedded/embedded-code.ts';
import { isPage, templateKindOf } from './templates/tags.ts';

/** Up to this size, code is analyzed whatever its name or its first line says; larger files are data or generated. */
const maxFileBytes = 1024 * 1024;
const maxFindingsPerFile = 200;
const maxFindingsPerUnit = 10_000;
/** The limit of work for one unit; a step is the same on every machine. It suffices for 100 MB of code. */
export const maxStepsPerUnit = 50_000_000;

/** The longest chain of files that taint is followed through. */
const maxRounds = 3;

interface Scan {
  files: SourceFiles;
  locate: FindCalleeFiles;
  crossFileTaint: CrossFileTaint;
  gaps: GapTally;
  tally: FileTally;
  /** The comments of each file with findings. */
  comments: Map<string, AllowComment[]>;
  lineKey: string;
  settings: ProjectProperties;
  /** The files of configuration, by path. */
  configurations: ReadonlyMap<string, ConfigurationKind>;
  /** The steps of all files so far. */
  work: { steps: number };
}

const knownCodeRules = engineRules(codeRuleIds, 'code');

/** Notes the comments of a file, with or without a finding beside them. */
const noteComments = ({ gaps, comments, lineKey }: Scan, path: string, bytes: Buffer): void => {
  if (!bytes.includes(allowMark)) return;
  const text = bytes.toString('latin1');
  const lines = createLineIndex(text);
  const allowed = readAllowComments(text, lines, allowEnds(text));
  reportUnknownRules(allowed, knownCodeRules, { gaps, path });
  const place = { scanner: 'sast', file: path, text, lines } as const;
  comments.set(path, allowCommentsOf(allowed, { ...place, secrets: [], key: lineKey }));
};

/** Keeps the most severe findings of a file. */
const limited = ({ gaps }: Scan, path: string, findings: CodeDetection[]): CodeDetection[] => {
  if (findings.length > maxFindingsPerFile)
    gaps.add(`more than ${maxFindingsPerFile} findings: the rest is left out`, path, 'lost');
  return mostSevere(findings, maxFindingsPerFile);
};

/** A page without tags is not a template: there is nothing in it to assess. */
const scanTags = (scan: Scan, path: string, bytes: Buffer): CodeDetection[] | 'no-source' => {
  const kind = templateKindOf(path);
  const hits = kind && scanTemplate(bytes.toString('utf8'), kind);
  if (hits === undefined) return isPage(path) ? 'no-source' : [];
  noteComments(scan, path, bytes);
  return limited(scan, path, findingsOfHits(path, hits));
};

/** Scans a configuration file; a file that only looked like one is not counted as a source. */
const scanSettings = (scan: Scan, path: string, bytes: Buffer): CodeDetection[] | 'no-source' | undefined => {
  const kind = scan.configurations.get(path);
  if (kind === undefined) return 'no-source';
  const { hits, problems, steps } = configurationScanner()(bytes.toString('utf8'), kind);
  scan.work.steps += steps;
  if (hits === undefined) return 'no-source';
  for (const problem of problems) scan.gaps.add(problem, path, 'lost');
  noteComments(scan, path, bytes);
  return limited(scan, path, findingsOfHits(path, hits));
};

/** Returns the hits in the tags of a page, apart from its code. */
const hitsInTags = (path: string, page: string): TemplateHit[] => {
  const kind = templateKindOf(path);
  return (kind && scanTemplate(page, kind)) ?? [];
};

/** The steps that a text counts for when the parser gave up on it. */
const stepsOfBroken = 1_000_000;

const analyzedUnlessBroken = (
  text: string,
  options: Parameters<typeof analyze>[1],
): ReturnType<typeof analyze> | undefined => {
  try {
    return analyze(text, options);
  } catch (error) {
    if (error instanceof TooBroken) return undefined;
    throw error;
  }
};

/** The findings of a file; undefined if its code was not scanned, with the reason in the gaps. */
type Scanned = CodeDetection[] | 'no-source' | undefined;

const scanText = (scan: Scan, path: string, bytes: Buffer): Scanned => {
  const { gaps, work } = scan;
  if (scan.configurations.has(path)) return scanSettings(scan, path, bytes);
  const { type } = recognizeSource(scan.files, path);
  if (type === undefined) return scanTags(scan, path, bytes);
  const page = bytes.toString('utf8');
  const embedded = type.host && embeddedCode(page, type.host);
  const text = parseable(embedded?.text ?? page, type.language);
  if (text === undefined) {
    gaps.add('nested too deeply: not scanned', path, 'lost');
    return undefined;
  }
  const incoming = scan.crossFileTaint.incoming(path);
  const analyzed = analyzedUnlessBroken(text, { ...type, incoming, settings: scan.settings });
  if (analyzed === undefined) {
    work.steps += stepsOfBroken;
    gaps.add('too broken to be parsed: not scanned', path, 'lost');
    return undefined;
  }
  const { hits, outgoing, complete, steps } = analyzed;
  work.steps += steps;
  for (const each of outgoing)
    for (const file of scan.locate(type.language, path, each.names))
      scan.crossFileTaint.add(file, path, each);
  if (!complete) gaps.add('step or depth limit reached: scanned in part', path, 'lost');
  noteComments(scan, path, bytes);
  const found = [...(embedded ? inPage(hits, embedded) : hits), ...hitsInTags(path, page)];
  return limited(scan, path, findingsOfHits(path, found));
};

/** Adds what only another reading of a file shows. */
const withOtherReading = (
  scan: Scan,
  path: string,
  { found, other }: { found: Scanned; other: Buffer },
): Scanned => {
  const gaps = createGapTally();
  const more = scanText({ ...scan, gaps, comments: new Map() }, path, other);
  if (gaps.lost > 0) scan.gaps.add('of unclear encoding: scanned in part', path, 'lost');
  if (!Array.isArray(more) || more.length === 0) return found;
  const known = Array.isArray(found) ? found : [];
  const isKnown = ({ rule, line }: CodeDetection) =>
    known.some((one) => one.rule === rule && one.line === line);
  return [...known, ...more.filter((one) => !isKnown(one))];
};

/** Returns the reason why a file is not scanned because of its content. */
const contentProblem = (content: Uint8Array): string | undefined => {
  if (content.length > maxFileBytes) return 'over 1 MB: not scanned';
  return isLfsPointer(content) ? 'kept in Git LFS: not scanned' : undefined;
};

/**
 * Scans a file. Neither its name nor a claim in its first line keeps it from being scanned.
 * @returns undefined for code that was not scanned, with the reason in `gaps`.
 */
const scanFile = (scan: Scan, path: string, sizeBytes: number): Scanned => {
  const skip = (reason: string): undefined => {
    scan.gaps.add(reason, path, 'lost');
  };
  const isConfiguration = scan.configurations.has(path);
  const { type, problem: unknown } = isConfiguration ? {} : recognizeSource(scan.files, path);
  const isCode = type !== undefined || templateKindOf(path) !== undefined;
  if (!isCode && !isConfiguration && unknown === undefined) return 'no-source';
  if (unknown !== undefined) return skip(unknown);
  if (sizeBytes > maxFileBytes) return skip('over 1 MB: not scanned');
  if (scan.work.steps > maxStepsPerUnit) return skip('step limit of the unit reached: not scanned');
  try {
    const content = scan.files.read(path);
    const problem = contentProblem(content);
    if (problem) return skip(problem);
    const [text, ...others] = readingsOf(content);
    if (text === undefined) return skip('binary: not scanned');
    const found = scanText(scan, path, text);
    return others.reduce<Scanned>(
      (known, reading) => withOtherReading(scan, path, { found: known, other: reading }),
      found,
    );
  } catch {
    // An unreadable file must not cost the findings of the others.
    return skip('could not be read');
  }
};

const byPlace = (a: CodeDetection, b: CodeDetection): number =>
  (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column;

/** Scans files again when other files turn out to pass untrusted text to them. */
const followCrossFileTaint = (scan: Scan, byFile: Map<string, CodeDetection[]>): void => {
  const again = { ...scan, gaps: createGapTally() };
  for (let round = 0; round < maxRounds; round += 1) {
    for (const path of scan.crossFileTaint.takeChanged()) {
      if (!byFile.has(path)) continue;
      const found = scanFile(again, path, 0);
      if (Array.isArray(found)) byFile.set(path, found);
    }
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

const scanFiles = (scan: Scan): { assessed: number; findings: CodeDetection[]; hasSource: boolean } => {
  const byFile = new Map<string, CodeDetection[]>();
  let hasSource = false;
  for (const { path, sizeBytes } of inOrder(scan.files)) {
    const lostBefore = scan.gaps.lost;
    const found = scanFile(scan, path, sizeBytes);
    if (found === 'no-source') continue;
    hasSource = true;
    // A file that was read in part counts as not assessed, so that nobody can hide the rest of it.
    if (found === undefined || scan.gaps.lost > lostBefore) scan.tally.leaveOut(path);
    else scan.tally.assess(path);
    if (found) byFile.set(path, found);
  }
  followCrossFileTaint(scan, byFile);
  const all = [...byFile.values()].flat();
  if (all.length > maxFindingsPerUnit)
    scan.gaps.add(`more than ${maxFindingsPerUnit} findings: the least severe are left out`, '', 'lost');
  const findings = mostSevere(all, maxFindingsPerUnit).sort(byPlace);
  return { assessed: byFile.size, findings, hasSource };
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
    const comments = new Map<string, AllowComment[]>();
    reportTruncation(ignoreFile, gaps);
    const work = { steps: 0 };
    const { assessed, findings, hasSource } = scanFiles({
      files,
      gaps,
      tally,
      comments,
      lineKey,
      locate: calleeFileFinder(files.entries.map(({ path }) => path)),
      crossFileTaint: new CrossFileTaint(),
      settings: readProjectProperties(files, gaps),
      configurations: configurationKinds(files),
      work,
    });
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
