import type { CustomSecretRule } from '../model/gate/custom-rules.ts';
import { findingsOfLeaks } from '../secrets/leak-findings.ts';
import { createGapTally } from '../source-files/gap-tally.ts';
import { isInSampleFolder } from '../source-files/file-class.ts';
import { createLineIndex, type LineIndex } from '../source-files/line-index.ts';
import { searchedParts } from '../source-files/searched-parts.ts';
import {
  createCustomLimiter,
  type FileChooser,
  type CustomEngine,
  type CustomRulesInput,
  type CustomResult,
} from '../custom-rules/custom-result.ts';
import { compileSecretRules, type CompiledSecretRules } from './compile-secret-rules.ts';
import { searchText, type CustomLeak, type SearchWork } from './search-text.ts';

/** The limit of work for one unit; the rest is not examined. */
const maxStepsPerUnit = 4_000_000_000;
/** The number of characters that take as long as one step of the code analysis. */
const charactersPerStep = 50;

interface TextOfFile {
  path: string;
  bytes: Buffer;
}

/**
 * Returns the texts that the engine of built-in rules searches in a file, too. That engine has told what it cannot search.
 */
const textsOf = ({ files }: CustomRulesInput, path: string): TextOfFile[] => {
  try {
    const parts = searchedParts(path, files.read(path), () => undefined) ?? [];
    return parts.flatMap((part) => part.readings().map((bytes) => ({ path: part.path, bytes })));
  } catch {
    return [];
  }
};

/** At most this many secrets of a file are listed for removal from its other stored text. */
const maxNamedSecrets = 1_000;

interface Run {
  compiled: CompiledSecretRules;
  input: CustomRulesInput;
  work: SearchWork;
  result: CustomResult;
}

/**
 * Adds the secrets of one text that no other reading of its file has.
 * @returns false when the steps are used up.
 */
const scanText = (
  { compiled, input, work, result, known }: Run & { known: Set<string> },
  { path, bytes }: TextOfFile,
  chooser: FileChooser,
): boolean => {
  let text: string | undefined;
  let index: LineIndex | undefined;
  const textOf = (): string => (text ??= bytes.toString('latin1'));
  const lines = (): LineIndex => (index ??= createLineIndex(textOf()));
  const sample = isInSampleFolder(path);
  const isRepeated = input.isCommented?.(path) ?? false;
  const secrets = new Set<string>();
  const takes = ({ rule, start, end }: CustomLeak): boolean => {
    if (isRepeated && secrets.size <= maxNamedSecrets) secrets.add(bytes.toString('utf8', start, end));
    const line = lines().numberAt(start);
    return chooser.takes({ kind: 'secret', rule: rule.id, file: path, line, sample });
  };
  const isFull = ({ id }: { id: string }): boolean => chooser.isFull(id);
  const leaks = searchText(bytes, compiled, { work, chooser: { takes, isFull } });
  if (secrets.size > 0) result.secrets.set(path, secrets.size > maxNamedSecrets ? undefined : [...secrets]);
  if (!leaks) return false;
  if (leaks.length === 0) return true;
  const scanned = { path, bytes, text: textOf(), lines: lines(), key: input.lineKey };
  for (const finding of findingsOfLeaks(leaks, scanned)) {
    if (known.has(finding.fingerprint)) continue;
    known.add(finding.fingerprint);
    result.findings.push(finding);
  }
  return true;
};

const run = (compiled: CompiledSecretRules, input: CustomRulesInput): CustomResult => {
  const gaps = createGapTally();
  const limiter = createCustomLimiter(input.isCovered);
  const work: SearchWork = { steps: 0, limit: maxStepsPerUnit };
  const result: CustomResult = { findings: [], gaps, lost: [], secrets: new Map(), steps: input.steps };
  const lost = new Set<string>();
  for (const { path } of input.files.entries) {
    const known = new Set<string>();
    for (const text of textsOf(input, path)) {
      if (scanText({ compiled, input, work, result, known }, text, limiter.chooserOf(path))) continue;
      gaps.add('step limit reached: rules of the organization not applied', path, 'lost');
      lost.add(path);
    }
  }
  for (const path of limiter.tell(gaps)) lost.add(path);
  result.lost = [...lost];
  result.steps += Math.ceil(work.steps / charactersPerStep);
  return result;
};

/** Makes the engine of an organization's rules for secrets. @throws InvalidRule */
export const customSecretsEngine = (rules: readonly CustomSecretRule[]): CustomEngine => {
  const compiled = compileSecretRules(rules);
  return { size: compiled.size, run: (input) => run(compiled, input) };
};
