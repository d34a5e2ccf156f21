import type { SourceEngine, SourceInput, SourceResult } from '../engine.ts';
import { versionOf } from '../engine-version.ts';
import type { AllowComment, SecretDetection } from '../model/assessed-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { bySeverity } from '../model/severity.ts';
import { archiveEntries } from '../source/archive-entries.ts';
import { classifyFile, isMinified } from '../source/file-class.ts';
import { createGapTally, type GapTally } from '../source/gap-tally.ts';
import { createLineIndex } from '../source/line-index.ts';
import { isLfsPointer } from '../source/lfs-pointer.ts';
import { sourceText } from '../source/source-text.ts';
import { createFileTally, type FileTally } from '../source/file-tally.ts';
import { allowCommentsOf, readAllowComments } from '../suppression/allow-comment.ts';
import { cleanReason } from '../suppression/clean-reason.ts';
import { coveringEntry, reportTruncation, type IgnoreFile } from '../suppression/ignore-file.ts';
import { ownRules, reportUnknownRules } from '../suppression/unknown-rules.ts';
import { ruleKindsFor } from './rule-kinds.ts';
import { createLeakFinder, type FindLeaks } from './leak-finder.ts';
import { isKeyStore } from './credential-files.ts';
import { isDocumentedSample } from './documented-samples.ts';
import { withEncodedLeaks } from './encoded-leaks.ts';
import { findingsOfLeaks } from './leak-findings.ts';
import { rules } from './rule-table.ts';

/** Larger files are data, not source; the coverage names them. */
const maxFileBytes = 10 * 1024 * 1024;
const maxFindingsPerFile = 100;
/** The limits apply to findings that the commit suppresses and to others separately, so that neither crowds out the other. */
const maxFindingsPerUnit = 10_000;

const secretRules = ownRules(
  rules.map(({ id }) => id),
  'secret',
);

interface Scan {
  find: FindLeaks;
  files: SourceFiles;
  ignoreFile: IgnoreFile;
  gaps: GapTally;
  tally: FileTally;
  comments: AllowComment[];
  lineKey: string;
}

/** The findings of a file by whether a comment or an entry of the commit itself covers them. */
interface FoundInFile {
  open: SecretDetection[];
  covered: SecretDetection[];
}

const nothing: FoundInFile = { open: [], covered: [] };

/** Keeps the most severe findings up to the limit, in their order. */
const capped = (findings: SecretDetection[]): SecretDetection[] => {
  if (findings.length <= maxFindingsPerFile) return findings;
  const inOrder = findings.toSorted((a, b) => bySeverity(a.severity, b.severity));
  const chosen = new Set(inOrder.slice(0, maxFindingsPerFile));
  return findings.filter((finding) => chosen.has(finding));
};

/** Splits the findings of a file, and removes its secrets from the reasons of the entries that cover them. */
const splitFindings = (
  { ignoreFile }: Scan,
  findings: readonly SecretDetection[],
  { comments, secrets }: { comments: readonly AllowComment[]; secrets: readonly string[] },
): FoundInFile => {
  const commented = new Set(comments.map(({ line, rule }) => `${line} ${rule}`));
  const found: FoundInFile = { open: [], covered: [] };
  for (const finding of findings) {
    const { rule, line } = finding;
    const entry = coveringEntry(ignoreFile.entries, finding);
    if (entry) entry.reason = cleanReason(entry.reason, secrets);
    (entry || commented.has(`${line} ${rule}`) ? found.covered : found.open).push(finding);
  }
  return found;
};

const scanText = (scan: Scan, path: string, bytes: Buffer): FoundInFile => {
  const { gaps } = scan;
  const byName = classifyFile(path);
  const found = byName === 'source' && isMinified(path, bytes) ? 'minified' : byName;
  if (found === 'version-control') return nothing;
  if (found === 'vendored') gaps.add('vendored: scanned for provider tokens only', path, 'by-design');
  if (found === 'lockfile') gaps.add('lockfile: generic rules off', path, 'by-design');
  if (found === 'minified') gaps.add('minified: generic rules off', path, 'by-design');

  const search = { path, bytes, kinds: ruleKindsFor(found) };
  const { leaks: plain, allowComments, longLines, complete } = scan.find(search);
  const leaks = withEncodedLeaks(scan.find, search, plain).filter(
    ({ start, end }) => !isDocumentedSample(bytes.toString('latin1', start, end)),
  );
  if (longLines > 0)
    gaps.add('lines over 64 KB: scanned around keywords only, generic rules off', path, 'by-design');
  if (!complete) gaps.add('match limit reached: scanned in part', path, 'lost');
  if (leaks.length + allowComments.length === 0) return nothing;

  const text = bytes.toString('latin1');
  const lines = createLineIndex(text);
  const allowed = readAllowComments(text, lines, allowComments);
  reportUnknownRules(allowed, secretRules, { gaps, path });
  const secrets = leaks.map(({ start, end }) => bytes.toString('utf8', start, end));
  const place = { scanner: 'secrets', file: path, text, lines } as const;
  const comments = allowCommentsOf(allowed, { ...place, secrets, key: scan.lineKey });
  scan.comments.push(...comments);
  const findings = findingsOfLeaks(leaks, { path, bytes, text, lines, key: scan.lineKey });
  if (findings.length > maxFindingsPerFile) {
    gaps.add(`more than ${maxFindingsPerFile} findings: the rest is left out`, path, 'lost');
  }
  const { open, covered } = splitFindings(scan, findings, { comments, secrets });
  return { open: capped(open), covered: capped(covered) };
};

const joined = (parts: readonly FoundInFile[]): FoundInFile => ({
  open: parts.flatMap(({ open }) => open),
  covered: parts.flatMap(({ covered }) => covered),
});

/** Scans the entries of an archive; other binary files hold nothing that a rule could read. */
const scanBinary = (scan: Scan, path: string, bytes: Buffer): FoundInFile | undefined => {
  const archive = archiveEntries(path, bytes);
  if (archive === undefined) {
    scan.gaps.add('binary: not scanned', path, 'by-design');
    return undefined;
  }
  if (!archive.complete) scan.gaps.add('archive: read in part', path, 'lost');
  const found = archive.entries.map((entry) => {
    if (archiveEntries(entry.path, entry.content) !== undefined)
      scan.gaps.add('archive in an archive: not scanned', path, 'lost');
    const text = entry.content.length <= maxFileBytes ? sourceText(entry.content) : undefined;
    if (entry.content.length > maxFileBytes) scan.gaps.add('over 10 MB: not scanned', path, 'lost');
    return text === undefined ? nothing : scanText(scan, `${path}!/${entry.path}`, text);
  });
  return joined(found);
};

/** @returns undefined for a file that was not scanned; the reason is in `gaps`. */
const scanFile = (scan: Scan, path: string, sizeBytes: number): FoundInFile | undefined => {
  const skip = (reason: string, weight: 'lost' | 'by-design'): undefined => {
    scan.gaps.add(reason, path, weight);
  };
  if (classifyFile(path) === 'version-control') return skip('version control data: not scanned', 'by-design');
  if (sizeBytes > maxFileBytes) return skip('over 10 MB: not scanned', 'lost');
  try {
    const content = scan.files.read(path);
    if (content.length > maxFileBytes) return skip('over 10 MB: not scanned', 'lost');
    if (isLfsPointer(content)) scan.gaps.add('kept in Git LFS: not scanned', path, 'lost');
    const bytes = isKeyStore(path) ? Buffer.from(content) : sourceText(content);
    return bytes === undefined ? scanBinary(scan, path, Buffer.from(content)) : scanText(scan, path, bytes);
  } catch {
    // An unreadable file must not cost the findings of the others.
    return skip('could not be read', 'lost');
  }
};

const statusOf = (assessed: number, gaps: GapTally): 'assessed' | 'partial' | 'unassessed' => {
  if (assessed === 0) return 'unassessed';
  return gaps.anyLost() ? 'partial' : 'assessed';
};

const byPlace = (a: SecretDetection, b: SecretDetection): number =>
  (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column;

const scanFiles = (scan: Scan): { assessed: number; findings: SecretDetection[] } => {
  const open: SecretDetection[] = [];
  const covered: SecretDetection[] = [];
  let assessed = 0;
  for (const { path, sizeBytes } of scan.files.entries) {
    if (open.length >= maxFindingsPerUnit) {
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
    assessed += 1;
    open.push(...found.open);
    if (covered.length < maxFindingsPerUnit) covered.push(...found.covered);
  }
  const findings = [...open.slice(0, maxFindingsPerUnit), ...covered.slice(0, maxFindingsPerUnit)];
  return { assessed, findings: findings.sort(byPlace) };
};

let finder: FindLeaks | undefined;

/**
 * Finds hard-coded credentials in the text files of a unit. Never throws for the content of a file, and no finding
 * or gap holds a secret or anything that confirms a guessed one.
 */
export const secretsEngine: SourceEngine = {
  scanType: 'secrets',
  version: versionOf(rules.map(({ id, severity, pattern }) => [id, severity, pattern.source])),
  run: ({ files, ignoreFile, lineKey }: SourceInput): SourceResult => {
    finder ??= createLeakFinder(rules);
    const gaps = createGapTally();
    const tally = createFileTally();
    const comments: AllowComment[] = [];
    reportTruncation(ignoreFile, gaps);
    const scan = { find: finder, files, ignoreFile, gaps, tally, comments, lineKey };
    const { assessed, findings } = scanFiles(scan);
    const found = gaps.gaps();
    return {
      findings,
      comments,
      files: tally.close(),
      coverage: {
        scanType: 'secrets',
        status: statusOf(assessed, gaps),
        assessed,
        gaps: assessed === 0 && found.length === 0 ? [{ reason: 'no files' }] : found,
      },
    };
  },
};
