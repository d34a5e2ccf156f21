import type { SourceEngine, SourceInput, SourceResult } from '../engine.ts';
import type { CustomRule } from '../model/gate/custom-rules.ts';
import type { SuppressionEntry } from '../model/gate/suppressions.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { pathDigest } from '../model/digest.ts';
import { redactReason } from '../suppression/redact-reason.ts';
import { coveringEntry } from '../suppression/ignore-file.ts';
import { loadCustomEngine } from './load-custom-engine.ts';
import type { FindingPlace, CustomRulesInput, CustomResult } from './custom-result.ts';
import { withCustomRules } from './custom-versions.ts';

/**
 * Removes the secrets that the organization's rules found from the reasons of suppressions, as the engine does with
 * its own.
 */
const cleanReasons = (
  { comments }: SourceResult,
  { findings, secrets }: CustomResult,
  { ignoreFile }: SourceInput,
): SourceResult['comments'] => {
  // For a file with too many secrets, no reason is kept.
  const cleaned = (reason: string, file: string): string => {
    const found = secrets.get(file);
    return found ? redactReason(reason, found) : '…';
  };
  const done = new Map<SuppressionEntry, Set<string>>();
  for (const finding of findings) {
    const { file } = finding;
    const entry = secrets.has(file) ? coveringEntry(ignoreFile.entries, finding) : undefined;
    if (!entry || done.get(entry)?.has(file)) continue;
    done.set(entry, (done.get(entry) ?? new Set()).add(file));
    entry.reason = cleaned(entry.reason, file);
  }
  return comments.map((comment) =>
    secrets.has(comment.file) ? { ...comment, reason: cleaned(comment.reason, comment.file) } : comment,
  );
};

/** Tells whether an entry or a comment in the commit itself covers a finding. */
const coveredTest = (
  { comments }: SourceResult,
  { ignoreFile }: SourceInput,
): NonNullable<CustomRulesInput['isCovered']> => {
  const placeOf = ({ rule, file, line }: { rule: string; file: string; line: number }): string =>
    JSON.stringify([rule, file, line]);
  const commented = new Set(comments.map(placeOf));
  // An entry concerns a rule and a file, whatever the line.
  const byFile = new Map<string, boolean>();
  const isIgnored = (finding: FindingPlace): boolean => {
    const key = JSON.stringify([finding.rule, finding.file]);
    const known = byFile.get(key) ?? coveringEntry(ignoreFile.entries, finding) !== undefined;
    byFile.set(key, known);
    return known;
  };
  return (finding) => commented.has(placeOf(finding)) || isIgnored(finding);
};

/** Adds the findings of the organization's rules to the result of an engine, from which they remove nothing. */
const joined = (engine: SourceResult, own: CustomResult, input: SourceInput): SourceResult => {
  const lost = new Set(own.lost.map(pathDigest));
  const { coverage, files } = engine;
  const allLost = [...new Set([...(engine.lost ?? []), ...own.lost])];
  const isPartial = own.gaps.lost > 0 && coverage.status === 'assessed';
  return {
    ...engine,
    findings: [...engine.findings, ...own.findings],
    comments: cleanReasons(engine, own, input),
    ...(coverage.scanType === 'secrets' && allLost.length > 0 && { lost: allLost }),
    files: {
      ...files,
      assessed: files.assessed.filter((digest) => !lost.has(digest)),
      unassessed: [...new Set([...files.unassessed, ...own.lost])],
    },
    coverage: {
      ...coverage,
      ...(isPartial && { status: 'partial' as const }),
      gaps: [...coverage.gaps, ...own.gaps.gaps()],
    },
  };
};

/**
 * Adds an organization's rules to an engine. They run after it, with the steps that it left, so that they cannot
 * hide or replace any of its findings. Without rules of its type, the engine is returned unchanged.
 */
export const engineWithCustomRules = async (
  engine: SourceEngine,
  rules: readonly CustomRule[],
  files: SourceFiles,
): Promise<SourceEngine> => {
  const own = await loadCustomEngine(engine.scanType, rules, files);
  if (!own) return engine;
  return {
    scanType: engine.scanType,
    version: withCustomRules(engine.version, engine.scanType, rules),
    run: (input) => {
      const result = engine.run(input);
      const isCovered = coveredTest(result, input);
      const { files: read, lineKey } = input;
      const commented = new Set(result.comments.map(({ file }) => file));
      const hasEntries = input.ignoreFile.entries.length > 0;
      const isCommented = (file: string): boolean => hasEntries || commented.has(file);
      const found = own.run({ files: read, lineKey, steps: result.steps ?? 0, isCovered, isCommented });
      return joined(result, found, input);
    },
  };
};
