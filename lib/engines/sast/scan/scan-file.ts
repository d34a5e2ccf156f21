import { createGapTally } from '@scangate/engines/source-files/gap-tally';
import { isLfsPointer } from '@scangate/engines/source-files/lfs-pointer';
import { readingsOf } from '@scangate/engines/source-files/source-text';
import { analyze } from '../analyze.ts';
import type { ConfigurationKind } from '../configuration/configuration-kind.ts';
import { configurationScanner } from '../configuration/loaded-scanner.ts';
import { embeddedCode } from '../embedded/embedded-code.ts';
import { pageScripts } from '../embedded/page-scripts.ts';
import { placedFindings, unionOf, type PlacedFinding } from '../hit-findings.ts';
import { parseable } from '../parseable.ts';
import { TooBroken } from '../parser.ts';
import { recognizeSource } from '../recognize-source.ts';
import type { FileType } from '../source-type.ts';
import { scanTemplate, type TemplateHit } from '../templates/scan-template.ts';
import { isPage, readTemplate, templateKindOf, type TemplatePage } from '../templates/tags.ts';
import { passTaint } from './pass-taint.ts';
import { withTags } from './tag-findings.ts';
import { limited, maxStepsPerUnit, noteComments, type Scanned, type UnitScan } from './unit-scan.ts';

/** Up to this size, code is analyzed whatever its name or its first line says; larger files are data or generated. */
const maxFileBytes = 1024 * 1024;

/** The code of a page has text around each of its pieces. */
const maxCodeOfPage = 2 * maxFileBytes;

const templateOf = (path: string, text: string): TemplatePage | undefined => {
  const kind = templateKindOf(path);
  return kind && readTemplate(text, kind);
};

/** Returns the hits in the tags of a page, apart from its code; undefined when it has no tags. */
const hitsInTags = (
  { gaps }: UnitScan,
  path: string,
  template: TemplatePage | undefined,
): TemplateHit[] | undefined => {
  const scanned = template && scanTemplate(template);
  if (scanned?.isPartial) gaps.add('tags of a template too many or too long: scanned in part', path, 'lost');
  return scanned?.hits;
};

/** Returns the findings in a configuration file; undefined for a file that only looked like one. */
const scanSettings = (
  scan: UnitScan,
  path: string,
  { bytes, kind }: { bytes: Buffer; kind: ConfigurationKind },
): PlacedFinding[] | undefined => {
  const { hits, problems, steps } = configurationScanner()(bytes.toString('utf8'), kind);
  scan.work.steps += steps;
  if (hits === undefined) return undefined;
  for (const problem of problems) scan.gaps.add(problem, path, 'lost');
  noteComments(scan, path, bytes);
  return limited(scan, path, placedFindings(path, hits));
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

/** Returns the findings in the JavaScript of a template or page; undefined when it has none. */
const scanScripts = (
  scan: UnitScan,
  path: string,
  template: TemplatePage | undefined,
): PlacedFinding[] | undefined => {
  const texts = template ? pageScripts(template) : [];
  const options = { language: 'javascript', dialect: 'JavaScript', settings: scan.settings } as const;
  const found = texts.map((text): PlacedFinding[] => {
    const code = parseable(text, 'javascript');
    const analyzed = code === undefined ? undefined : analyzedUnlessBroken(code, options);
    scan.work.steps += analyzed?.steps ?? stepsOfBroken;
    if (!analyzed?.complete) scan.gaps.add('scripts of a page: scanned in part', path, 'lost');
    return placedFindings(path, analyzed?.hits ?? []);
  });
  return texts.length === 0 ? undefined : found.reduce((all, more) => unionOf(all, more), []);
};

/** A page without tags or scripts holds nothing to assess. */
const scanTags = (scan: UnitScan, path: string, bytes: Buffer): PlacedFinding[] | 'no-source' => {
  const template = templateOf(path, bytes.toString('utf8'));
  const hits = hitsInTags(scan, path, template);
  const scripts = scanScripts(scan, path, template);
  if (hits === undefined && scripts === undefined) return isPage(path) ? 'no-source' : [];
  noteComments(scan, path, bytes);
  return limited(scan, path, withTags(path, scripts ?? [], hits ?? []));
};

/** Returns the findings in code, or in that of a page; undefined when it was not scanned. */
const scanCode = (
  scan: UnitScan,
  path: string,
  { text: page, type }: { text: string; type: FileType },
): PlacedFinding[] | undefined => {
  const { gaps, work } = scan;
  const embedded = type.host && embeddedCode(page, type.host);
  if (embedded && embedded.text.length > maxCodeOfPage) {
    gaps.add('code of a page too long: not scanned', path, 'lost');
    return undefined;
  }
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
  const { hits, outgoing, entered, complete, steps } = analyzed;
  work.steps += steps;
  scan.crossFileTaint.noteEntered(path, entered);
  const placeIn = embedded?.placeIn;
  const notPassed = passTaint(scan, path, { language: type.language, outgoing, placeIn });
  if (notPassed) gaps.add(notPassed, path, 'lost');
  if (!complete) gaps.add('step or depth limit reached: scanned in part', path, 'lost');
  if (embedded?.isPartial) gaps.add('code of a page: scanned in part', path, 'lost');
  return placedFindings(path, hits, placeIn);
};

/** Returns whether a file holds code or a page; a reason not to scan it goes to the gaps. */
const sourceIn = ({ files, gaps }: UnitScan, path: string): 'code' | 'no-source' | undefined => {
  const { type, problem, isShell } = recognizeSource(files, path);
  if (problem !== undefined) {
    gaps.add(problem, path, isShell ? 'by-design' : 'lost');
    return isShell ? 'no-source' : undefined;
  }
  return type !== undefined || templateKindOf(path) !== undefined ? 'code' : 'no-source';
};

const scanSource = (scan: UnitScan, path: string, bytes: Buffer): Scanned => {
  const { type } = recognizeSource(scan.files, path);
  if (type === undefined) return scanTags(scan, path, bytes);
  const text = bytes.toString('utf8');
  // The tree of the code is gone once a script is parsed.
  const inCode = scanCode(scan, path, { text, type });
  const template = templateOf(path, text);
  if (inCode === undefined && template === undefined) return undefined;
  noteComments(scan, path, bytes);
  const found = withTags(path, inCode ?? [], hitsInTags(scan, path, template) ?? []);
  return limited(scan, path, unionOf(scanScripts(scan, path, template) ?? [], found));
};

/** Scans a file of a name such as `Dockerfile.php` for code as well. */
const withCode = (
  scan: UnitScan,
  path: string,
  { found, bytes }: { found: PlacedFinding[]; bytes: Buffer },
): Scanned => {
  const { type, problem } = recognizeSource(scan.files, path);
  if (problem !== undefined) scan.gaps.add(problem, path, 'by-design');
  if (type === undefined && templateKindOf(path) === undefined) return found;
  const inCode = scanSource(scan, path, bytes);
  return Array.isArray(inCode) ? limited(scan, path, unionOf(found, inCode)) : found;
};

const scanText = (scan: UnitScan, path: string, bytes: Buffer): Scanned => {
  const kind = scan.configurations.get(path);
  if (kind === undefined) return scanSource(scan, path, bytes);
  const found = scanSettings(scan, path, { bytes, kind });
  if (found !== undefined) return kind === 'dockerfile' ? withCode(scan, path, { found, bytes }) : found;
  const source = sourceIn(scan, path);
  return source === 'code' ? scanSource(scan, path, bytes) : source;
};

/** Adds what only another reading of a file shows. */
const withOtherReading = (
  scan: UnitScan,
  path: string,
  { found, other }: { found: Scanned; other: Buffer },
): Scanned => {
  const gaps = createGapTally();
  const more = scanText({ ...scan, gaps, comments: new Map() }, path, other);
  if (gaps.lost > 0) scan.gaps.add('of unclear encoding: scanned in part', path, 'lost');
  if (!Array.isArray(more) || more.length === 0) return found;
  const known = Array.isArray(found) ? found : [];
  const isKnown = ({ finding: { rule, line } }: PlacedFinding) =>
    known.some(({ finding }) => finding.rule === rule && finding.line === line);
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
export const scanFile = (scan: UnitScan, path: string, sizeBytes: number): Scanned => {
  const skip = (reason: string): undefined => {
    scan.gaps.add(reason, path, 'lost');
  };
  const source = scan.configurations.has(path) ? 'code' : sourceIn(scan, path);
  if (source !== 'code') return source;
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
