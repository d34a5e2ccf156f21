import type { SourceEngine, SourceInput, SourceResult } from '../engine.ts';
import type { AllowComment, SecretDetection } from '../model/assessed-unit.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { createGapTally, type GapTally } from '../source-files/gap-tally.ts';
import { createLineIndex } from '../source-files/line-index.ts';
import { isLfsPointer } from '../source-files/lfs-pointer.ts';
import { mostSevere, MostSevere } from '../source-files/most-severe.ts';
import { createFileTally, type FileTally } from '../source-files/file-tally.ts';
import { searchedParts } from '../source-files/searched-parts.ts';
import { allowCommentsOf, readAllowComments } from '../suppression/allow-comment.ts';
import { redactReason } from '../suppression/redact-reason.ts';
import { coveringEntry, reportTruncation, type IgnoreFile } from '../suppression/ignore-file.ts';
import { engineRules, reportUnknownRules } from '../suppression/unknown-rules.ts';
import { createLeakFinder, type FindLeaks, type Leak } from './leak-finder.ts';
import { isPublishedExample } from './published-examples.ts';
import { withEncodedLeaks } from './encoded/encoded-leaks.ts';
import { findingsOfLeaks } from './leak-findings.ts';
import { rules, secretsVersion } from './rule-table.ts';
import { ruleKinds } from './rule.ts';
import { windowsOf, type TextWindow } from '../source-files/text-windows.ts';

const maxFindingsPerFile = 100;
/** The limit of leaks that are described per window: more would mostly be dropped by the limit per file. */
const maxLeaksPerWindow = 1000;
/**
 * The limits apply separately to findings that the commit suppresses, to those in tests and to others, so that none
 * crowds out the others.
 */
const maxFindingsPerUnit = 10_000;

const secretRules = engineRules(
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
  keepsSecret: SourceInput['keepsSecret'];
  secrets: Map<SecretDetection, string>;
}

/** The findings of a file by whether a comment or an entry of the commit itself covers them. */
interface FoundInFile {
  open: SecretDetection[];
  covered: SecretDetection[];
}

const nothing: FoundInFile = { open: [], covered: [] };

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
    if (entry) entry.reason = redactReason(entry.reason, secrets);
    (entry || commented.has(`${line} ${rule}`) ? found.covered : found.open).push(finding);
  }
  return found;
};

/** Keeps the most severe leaks, in their order. */
const mostSevereLeaks = (leaks: readonly Leak[]): Leak[] => {
  const ranked = leaks.map((leak) => ({ leak, severity: leak.rule.severity }));
  return mostSevere(ranked, maxLeaksPerWindow).map(({ leak }) => leak);
};

/** Keeps the selected secrets in clear text, for querying their providers. */
const keepSecrets = (
  { keepsSecret, secrets: kept }: Scan,
  findings: readonly SecretDetection[],
  secrets: readonly string[],
): void => {
  if (!keepsSecret) return;
  for (const [index, finding] of findings.entries()) {
    const secret = secrets[index] ?? '';
    if (keepsSecret({ rule: finding.rule, secret })) kept.set(finding, secret);
  }
};

/** Scans one window of a text. Allow comments count within their window. */
const scanWindow = (
  scan: Scan,
  { path, ordinals }: { path: string; ordinals: Map<string, number> },
  { bytes, end: windowEnd, firstLine, firstColumn }: TextWindow,
): FoundInFile => {
  const { gaps } = scan;
  const search = { path, bytes, kinds: ruleKinds };
  const { leaks: plain, allowComments } = scan.find(search);
  const all = withEncodedLeaks(scan.find, search, plain).filter(
    ({ start, end }) => start < windowEnd && !isPublishedExample(bytes.toString('latin1', start, end)),
  );
  const leaks = mostSevereLeaks(all);
  if (leaks.length < all.length)
    gaps.add(`more than ${maxLeaksPerWindow} secrets: the rest is left out`, path, 'lost');
  if (leaks.length + allowComments.length === 0) return nothing;

  const text = bytes.toString('latin1');
  const lines = createLineIndex(text);
  const allowed = readAllowComments(text, lines, allowComments);
  reportUnknownRules(allowed, secretRules, { gaps, path });
  const secrets = leaks.map(({ start, end }) => bytes.toString('utf8', start, end));
  const place = { scanner: 'secrets', file: path, text, lines } as const;
  const comments = allowCommentsOf(allowed, { ...place, secrets, key: scan.lineKey }).map((comment) => ({
    ...comment,
    at: comment.at + firstLine - 1,
    line: comment.line + firstLine - 1,
    ...(comment.endLine !== undefined && { endLine: comment.endLine + firstLine - 1 }),
  }));
  scan.comments.push(...comments);
  const scanned = { path, bytes, text, lines, key: scan.lineKey, firstLine, firstColumn, ordinals };
  const findings = findingsOfLeaks(leaks, scanned);
  keepSecrets(scan, findings, secrets);
  return splitFindings(scan, findings, { comments, secrets });
};

/** Keeps the most severe findings of a file. */
const limited = ({ gaps }: Scan, path: string, { open, covered }: FoundInFile): FoundInFile => {
  if (open.length + covered.length > maxFindingsPerFile)
    gaps.add(`more than ${maxFindingsPerFile} findings: the rest is left out`, path, 'lost');
  return { open: mostSevere(open, maxFindingsPerFile), covered: mostSevere(covered, maxFindingsPerFile) };
};

const scanText = (scan: Scan, path: string, bytes: Buffer): FoundInFile => {
  const file = { path, ordinals: new Map<string, number>() };
  return limited(scan, path, joined([...windowsOf(bytes)].map((window) => scanWindow(scan, file, window))));
};

const joined = (parts: readonly FoundInFile[]): FoundInFile => ({
  open: parts.flatMap(({ open }) => open),
  covered: parts.flatMap(({ covered }) => covered),
});

/** Scans each text that a file may be read as. */
const scanReadings = (scan: Scan, path: string, [text, ...others]: readonly Buffer[]): FoundInFile => {
  if (!text) return nothing;
  const found = scanText(scan, path, text);
  if (others.length === 0) return found;
  const known = new Set([...found.open, ...found.covered].map(({ fingerprint }) => fingerprint));
  const isNew = ({ fingerprint }: SecretDetection): boolean => known.size < known.add(fingerprint).size;
  const more = others.map((other) => {
    const gaps = createGapTally();
    const { open, covered } = scanText({ ...scan, comments: [], gaps }, path, other);
    if (gaps.lost > 0) scan.gaps.add('of unclear encoding: scanned in part', path, 'lost');
    return { open: open.filter(isNew), covered: covered.filter(isNew) };
  });
  return joined([found, ...more]);
};

/** @returns undefined for a file that was not scanned; the reason is in `gaps`. */
const scanFile = (scan: Scan, path: string): FoundInFile | undefined => {
  try {
    const content = scan.files.read(path);
    if (isLfsPointer(content)) scan.gaps.add('kept in Git LFS: not scanned', path, 'lost');
    const parts = searchedParts(path, content, (reason, weight) => scan.gaps.add(reason, path, weight));
    return parts && joined(parts.map((part) => scanReadings(scan, part.path, part.readings())));
  } catch {
    // An unreadable file must not cost the findings of the others.
    scan.gaps.add('could not be read', path, 'lost');
    return undefined;
  }
};

const statusOf = (assessed: number, gaps: GapTally): 'assessed' | 'partial' | 'unassessed' => {
  if (assessed === 0) return 'unassessed';
  return gaps.lost > 0 ? 'partial' : 'assessed';
};

const byPlace = (a: SecretDetection, b: SecretDetection): number =>
  (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column;

const newGroup = (): MostSevere<SecretDetection> => new MostSevere(maxFindingsPerUnit);

interface ScannedFiles {
  assessed: number;
  findings: SecretDetection[];
  /** The files from which findings were dropped. */
  lost: string[];
}

const scanFiles = (scan: Scan): ScannedFiles => {
  const groups = { open: newGroup(), sample: newGroup(), covered: newGroup() };
  const lost: string[] = [];
  let assessed = 0;
  for (const { path } of scan.files.entries) {
    const lostBefore = scan.gaps.lost;
    const found = scanFile(scan, path);
    const isLost = scan.gaps.lost > lostBefore;
    if (isLost) lost.push(path);
    // A file that was read in part counts as not assessed, so that its rest cannot hide anything.
    if (found === undefined || isLost) scan.tally.leaveOut(path);
    else scan.tally.assess(path);
    if (found === undefined) continue;
    assessed += 1;
    groups.open.add(found.open.filter(({ sample }) => !sample));
    groups.sample.add(found.open.filter(({ sample }) => sample));
    groups.covered.add(found.covered);
  }
  const all = Object.values(groups);
  const findings = all.flatMap((group) => group.list());
  if (all.some(({ isFull }) => isFull))
    scan.gaps.add(`more than ${maxFindingsPerUnit} findings: the least severe are left out`, '', 'lost');
  return { assessed, findings: findings.sort(byPlace), lost };
};

let finder: FindLeaks | undefined;

/**
 * Finds hard-coded credentials in the text files of a unit. Never throws for the content of a file, and no finding
 * or gap holds a secret or anything that confirms a guessed one.
 */
export const secretsEngine: SourceEngine = {
  scanType: 'secrets',
  version: secretsVersion,
  run: ({ files, ignoreFile, lineKey, keepsSecret }: SourceInput): SourceResult => {
    finder ??= createLeakFinder(rules);
    const gaps = createGapTally();
    const tally = createFileTally();
    const comments: AllowComment[] = [];
    reportTruncation(ignoreFile, gaps);
    const secrets = new Map<SecretDetection, string>();
    const scan = { find: finder, files, ignoreFile, gaps, tally, comments, lineKey, keepsSecret, secrets };
    const { assessed, findings, lost } = scanFiles(scan);
    const listed = new Set(findings);
    for (const finding of secrets.keys()) if (!listed.has(finding)) secrets.delete(finding);
    const found = gaps.gaps();
    return {
      findings,
      comments,
      files: tally.close(),
      coverage: {
        scanType: 'secrets',
        status: statusOf(assessed, gaps),
        assessed,
        gaps: files.entries.length === 0 ? [{ reason: 'no files' }] : found,
        ...(files.entries.length === 0 && { nothingToAssess: true }),
      },
      ...(lost.length > 0 && { lost }),
      ...(secrets.size > 0 && { secrets }),
    };
  },
};
