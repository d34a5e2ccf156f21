import type { Engine, EngineInput, EngineResult } from '../engine.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { SecretFinding } from '../model/finding.ts';
import type { GatePolicy } from '../model/policy.ts';
import { bySeverity } from '../model/severity.ts';
import { archiveEntries } from '../source/archive-entries.ts';
import { classifyFile, isMinified } from '../source/file-class.ts';
import { createGapTally, type GapTally } from '../source/gap-tally.ts';
import { createLineIndex } from '../source/line-index.ts';
import { isLfsPointer } from '../source/lfs-pointer.ts';
import { sourceText } from '../source/source-text.ts';
import { readAllowComments } from '../suppression/allow-comment.ts';
import type { IgnoreFile } from '../suppression/ignore-file.ts';
import { readIgnoreFile } from '../suppression/read-ignore-file.ts';
import { suppressAllowed } from '../suppression/suppress.ts';
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
/** The limit applies to judged and to suppressed findings separately, so that neither crowds out the other. */
const maxFindingsPerUnit = 10_000;

const secretRules = ownRules(
  rules.map(({ id }) => id),
  'secret',
);

interface Scan {
  find: FindLeaks;
  files: SourceFiles;
  ignoreFile: IgnoreFile;
  policy: GatePolicy;
  gaps: GapTally;
}

/** Keeps the findings of a file up to the limit: judged before suppressed ones, and the most severe first. */
const capped = (findings: SecretFinding[]): SecretFinding[] => {
  if (findings.length <= maxFindingsPerFile) return findings;
  const isSuppressed = ({ suppressed }: SecretFinding): number => Number(suppressed !== undefined);
  const inOrder = findings.toSorted(
    (a, b) => isSuppressed(a) - isSuppressed(b) || bySeverity(a.severity, b.severity),
  );
  const chosen = new Set(inOrder.slice(0, maxFindingsPerFile));
  return findings.filter((finding) => chosen.has(finding));
};

const scanText = (scan: Scan, path: string, bytes: Buffer): SecretFinding[] => {
  const { gaps } = scan;
  const byName = classifyFile(path);
  const found = byName === 'source' && isMinified(path, bytes) ? 'minified' : byName;
  if (found === 'version-control') return [];
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
  if (leaks.length + allowComments.length === 0) return [];

  const text = bytes.toString('latin1');
  const lines = createLineIndex(text);
  const comments = readAllowComments(text, lines, allowComments);
  reportUnknownRules(comments, secretRules, { gaps, path });
  const findings = suppressAllowed(
    findingsOfLeaks(leaks, { path, bytes, text, lines, policy: scan.policy }),
    {
      comments,
      ignoreFile: scan.ignoreFile,
      secrets: leaks.map(({ start, end }) => bytes.toString('utf8', start, end)),
    },
  );
  if (findings.length > maxFindingsPerFile) {
    gaps.add(`more than ${maxFindingsPerFile} findings: the rest is left out`, path, 'lost');
  }
  return capped(findings);
};

/** Scans the entries of an archive; other binary files hold nothing that a rule could read. */
const scanBinary = (scan: Scan, path: string, bytes: Buffer): SecretFinding[] | undefined => {
  const archive = archiveEntries(path, bytes);
  if (archive === undefined) {
    scan.gaps.add('binary: not scanned', path, 'by-design');
    return undefined;
  }
  if (!archive.complete) scan.gaps.add('archive: read in part', path, 'lost');
  return archive.entries.flatMap((entry) => {
    if (archiveEntries(entry.path, entry.content) !== undefined)
      scan.gaps.add('archive in an archive: not scanned', path, 'lost');
    const text = entry.content.length <= maxFileBytes ? sourceText(entry.content) : undefined;
    if (entry.content.length > maxFileBytes) scan.gaps.add('over 10 MB: not scanned', path, 'lost');
    return text === undefined ? [] : scanText(scan, `${path}!/${entry.path}`, text);
  });
};

/** @returns undefined for a file that was not scanned; the reason is in `gaps`. */
const scanFile = (scan: Scan, path: string, sizeBytes: number): SecretFinding[] | undefined => {
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

const byPlace = (a: SecretFinding, b: SecretFinding): number =>
  (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line || a.column - b.column;

const scanFiles = (scan: Scan): { assessed: number; findings: SecretFinding[] } => {
  const counting: SecretFinding[] = [];
  const suppressed: SecretFinding[] = [];
  let assessed = 0;
  for (const { path, sizeBytes } of scan.files.entries) {
    if (counting.length >= maxFindingsPerUnit) {
      scan.gaps.add(`more than ${maxFindingsPerUnit} findings: not scanned any further`, path, 'lost');
      continue;
    }
    const found = scanFile(scan, path, sizeBytes);
    if (found === undefined) continue;
    assessed += 1;
    counting.push(...found.filter((finding) => !finding.suppressed));
    if (suppressed.length < maxFindingsPerUnit) suppressed.push(...found.filter((f) => f.suppressed));
  }
  const findings = [
    ...counting.slice(0, maxFindingsPerUnit),
    ...suppressed.slice(0, maxFindingsPerUnit),
  ].sort(byPlace);
  return { assessed, findings };
};

let finder: FindLeaks | undefined;

/**
 * Finds hard-coded credentials in the text files of a unit. Never throws for the content of a file, and no finding
 * or gap holds a secret or anything that confirms a guessed one.
 */
export const secretsEngine: Engine = {
  scanType: 'secrets',
  run: ({ files, policy }: EngineInput): EngineResult => {
    finder ??= createLeakFinder(rules);
    const gaps = createGapTally();
    const ignoreFile = readIgnoreFile(files, 'secrets', gaps);
    const { assessed, findings } = scanFiles({ find: finder, files, ignoreFile, policy, gaps });
    const found = gaps.gaps();
    return {
      findings,
      coverage: {
        scanType: 'secrets',
        status: statusOf(assessed, gaps),
        assessed,
        gaps: assessed === 0 && found.length === 0 ? [{ reason: 'no files' }] : found,
      },
    };
  },
};
