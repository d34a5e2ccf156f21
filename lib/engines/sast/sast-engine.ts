import type { AllowComment, CodeDetection } from '../model/assessed-unit.ts';
import type { Coverage } from '../model/finding.ts';
import type { Severity } from '../model/severity.ts';
import type { SourceEngine, SourceInput, SourceResult } from '../engine.ts';
import { versionOf } from '../engine-version.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { classifyFile, isTestOrExample, isMinified } from '../source/file-class.ts';
import { createGapTally, type GapTally } from '../source/gap-tally.ts';
import { createLineIndex } from '../source/line-index.ts';
import { isLfsPointer } from '../source/lfs-pointer.ts';
import { sourceText } from '../source/source-text.ts';
import { createFileTally, type FileTally } from '../source/file-tally.ts';
import { allowCommentsOf, allowEnds, readAllowComments } from '../suppression/allow-comment.ts';
import { reportTruncation } from '../suppression/ignore-file.ts';
import { ownRules, reportUnknownRules } from '../suppression/unknown-rules.ts';
import { CrossFileTaint, calleeFileFinder, type FindCalleeFiles } from './cross-file-taint.ts';
import { analyze } from './analyze.ts';
import { sourceTypeOf, unsupportedLanguage } from './dialects.ts';
import { isGenerated } from './generated-file.ts';
import { isNestedTooDeeply } from './parser.ts';
import { findingsOfHits } from './hit-findings.ts';
import { codeRuleIds, codeRules } from './rule-ids.ts';
import { readSettings, type Settings } from './settings.ts';
import { scanTemplate } from './templates/scan-template.ts';
import { isPage, templateKindOf } from './templates/tags.ts';

/** Files that people write are smaller; larger ones are data or generated. */
const maxFileBytes = 1024 * 1024;
const maxFindingsPerFile = 200;
const maxFindingsPerUnit = 10_000;

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
  settings: Settings;
}

/** Tests and examples run with made-up input: their findings count as low. */
const severityFor = (path: string): ((severity: Severity) => Severity) =>
  isTestOrExample(path) ? () => 'low' : (severity) => severity;

const ownCodeRules = ownRules(codeRuleIds, 'code');

/** Notes the comments of a file with findings. */
const noteComments = ({ gaps, comments, lineKey }: Scan, path: string, bytes: Buffer): void => {
  const text = bytes.toString('latin1');
  const lines = createLineIndex(text);
  const allowed = readAllowComments(text, lines, allowEnds(text));
  reportUnknownRules(allowed, ownCodeRules, { gaps, path });
  const place = { scanner: 'sast', file: path, text, lines } as const;
  comments.set(path, allowCommentsOf(allowed, { ...place, secrets: [], key: lineKey }));
};

/** A page without tags is no template: there is nothing in it to assess. */
const scanTags = (scan: Scan, path: string, bytes: Buffer): CodeDetection[] | undefined => {
  const kind = templateKindOf(path);
  const hits = kind && scanTemplate(bytes.toString('utf8'), kind);
  if (hits === undefined) return isPage(path) ? undefined : [];
  noteComments(scan, path, bytes);
  return limited(scan, path, findingsOfHits(path, hits, severityFor(path)));
};

const limited = ({ gaps }: Scan, path: string, findings: CodeDetection[]): CodeDetection[] => {
  if (findings.length > maxFindingsPerFile)
    gaps.add(`more than ${maxFindingsPerFile} findings: the rest is left out`, path, 'lost');
  return findings.slice(0, maxFindingsPerFile);
};

const scanText = (scan: Scan, path: string, bytes: Buffer): CodeDetection[] | undefined => {
  const { gaps } = scan;
  const type = sourceTypeOf(path);
  if (type === undefined) return scanTags(scan, path, bytes);
  const text = bytes.toString('utf8');
  if (isNestedTooDeeply(text)) {
    gaps.add('nested too deeply: not scanned', path, 'lost');
    return undefined;
  }
  const { hits, outgoing, complete } = analyze(text, {
    ...type,
    incoming: scan.crossFileTaint.incoming(path),
    settings: scan.settings,
  });
  // Tests call functions with made-up input.
  for (const each of isTestOrExample(path) ? [] : outgoing)
    for (const file of scan.locate(type.language, path, each.names))
      scan.crossFileTaint.add(file, path, each);
  if (!complete) gaps.add('step or depth limit reached: scanned in part', path, 'lost');
  if (hits.length === 0) return [];
  noteComments(scan, path, bytes);
  return limited(scan, path, findingsOfHits(path, hits, severityFor(path)));
};

/** Returns the reason why a file of this name is not scanned, or undefined when it is. */
const leftOut = (path: string): string | undefined => {
  const kind = classifyFile(path);
  if (kind === 'vendored') return 'vendored: not scanned';
  if (kind === 'minified') return 'minified: not scanned';
  return undefined;
};

/** @returns undefined for a file that was not scanned; `gaps` holds the reason where one is due. */
const scanFile = (scan: Scan, path: string, sizeBytes: number): CodeDetection[] | undefined => {
  const skip = (reason: string, weight: 'lost' | 'by-design'): undefined => {
    scan.gaps.add(reason, path, weight);
  };
  if (classifyFile(path) === 'version-control') return undefined;
  const other = unsupportedLanguage(path);
  if (sourceTypeOf(path) === undefined && other === undefined && templateKindOf(path) === undefined)
    return undefined;
  const reason = leftOut(path);
  if (reason) return skip(reason, 'by-design');
  if (other) return skip(`${other}: no rules for this language yet`, 'lost');
  if (sizeBytes > maxFileBytes) return skip('over 1 MB: not scanned', 'lost');
  try {
    const content = scan.files.read(path);
    if (content.length > maxFileBytes) return skip('over 1 MB: not scanned', 'lost');
    if (isLfsPointer(content)) return skip('kept in Git LFS: not scanned', 'lost');
    const bytes = sourceText(content);
    if (bytes === undefined) return skip('binary: not scanned', 'by-design');
    if (isMinified(path, bytes)) return skip('minified: not scanned', 'by-design');
    if (isGenerated(bytes)) return skip('generated: not scanned', 'by-design');
    return scanText(scan, path, bytes);
  } catch {
    // An unreadable file must not cost the findings of the others.
    return skip('could not be read', 'lost');
  }
};

const byPlace = (a: CodeDetection, b: CodeDetection): number =>
  (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column;

/** Scans files again when other files turn out to pass them untrusted text. */
const followCrossFileTaint = (scan: Scan, byFile: Map<string, CodeDetection[]>): void => {
  const again = { ...scan, gaps: createGapTally() };
  for (let round = 0; round < maxRounds; round += 1) {
    for (const path of scan.crossFileTaint.takeChanged()) {
      if (!byFile.has(path)) continue;
      const found = scanFile(again, path, 0);
      if (found) byFile.set(path, found);
    }
  }
};

const scanFiles = (scan: Scan): { assessed: number; findings: CodeDetection[] } => {
  const byFile = new Map<string, CodeDetection[]>();
  let count = 0;
  for (const { path, sizeBytes } of scan.files.entries) {
    if (count >= maxFindingsPerUnit) {
      scan.gaps.add(`more than ${maxFindingsPerUnit} findings: not scanned any further`, path, 'lost');
      scan.tally.leaveOut(path);
      continue;
    }
    const found = scanFile(scan, path, sizeBytes);
    if (found === undefined) {
      scan.tally.leaveOut(path);
      continue;
    }
    scan.tally.assess(path);
    byFile.set(path, found);
    count += found.length;
  }
  followCrossFileTaint(scan, byFile);
  return {
    assessed: byFile.size,
    findings: [...byFile.values()].flat().slice(0, maxFindingsPerUnit).sort(byPlace),
  };
};

const statusOf = (assessed: number, gaps: GapTally): Coverage['status'] => {
  if (assessed === 0) return 'unassessed';
  return gaps.anyLost() ? 'partial' : 'assessed';
};

/**
 * Finds weaknesses in the source code of a unit by following untrusted input through it.
 * Never throws for the content of a file.
 */
export const sastEngine: SourceEngine = {
  scanType: 'sast',
  version: versionOf(codeRules.map(({ id, severity }) => [id, severity])),
  run: ({ files, ignoreFile, lineKey }: SourceInput): SourceResult => {
    const gaps = createGapTally();
    const tally = createFileTally();
    const comments = new Map<string, AllowComment[]>();
    reportTruncation(ignoreFile, gaps);
    const { assessed, findings } = scanFiles({
      files,
      gaps,
      tally,
      comments,
      lineKey,
      locate: calleeFileFinder(files.entries.map(({ path }) => path)),
      crossFileTaint: new CrossFileTaint(),
      settings: readSettings(files, gaps),
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
        gaps: assessed === 0 && found.length === 0 ? [{ reason: 'no source files' }] : found,
      },
    };
  },
};
