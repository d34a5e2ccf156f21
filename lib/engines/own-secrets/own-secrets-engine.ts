import type { SecretDetection } from '../model/assessed-unit.ts';
import type { OwnSecretRule } from '../model/gate/own-rules.ts';
import { findingsOfLeaks } from '../secrets/leak-findings.ts';
import { archiveEntries } from '../source/archive-entries.ts';
import { createGapTally } from '../source/gap-tally.ts';
import { createLineIndex } from '../source/line-index.ts';
import { textBesideNuls } from '../source/source-text.ts';
import { createOwnLimiter, type OwnEngine, type OwnInput, type OwnResult } from '../own-rules/own-result.ts';
import { compileSecretRules, type CompiledSecretRules } from './compile-secret-rules.ts';
import { searchText, type SearchWork } from './search-text.ts';

/** The work of one unit; what is beyond is not looked at. */
const maxStepsPerUnit = 4_000_000_000;
/** So many of them take as long as a step of the analysis of code. */
const charactersPerStep = 50;

interface TextOfFile {
  path: string;
  bytes: Buffer;
}

/** Returns the text of a file, or the texts of an archive. What cannot be read the engine itself has told. */
const textsOf = ({ files }: OwnInput, path: string): TextOfFile[] => {
  try {
    const content = files.read(path);
    const bytes = textBesideNuls(content);
    if (bytes) return [{ path, bytes }];
    return (archiveEntries(path, Buffer.from(content))?.entries ?? []).flatMap((entry) => {
      const text = textBesideNuls(entry.content);
      return text ? [{ path: `${path}!/${entry.path}`, bytes: text }] : [];
    });
  } catch {
    return [];
  }
};

const detectionsOf = (
  { path, bytes }: TextOfFile,
  leaks: Parameters<typeof findingsOfLeaks>[0],
  key: string,
): SecretDetection[] => {
  const text = bytes.toString('latin1');
  return findingsOfLeaks(leaks, { path, bytes, text, lines: createLineIndex(text), key });
};

const run = (compiled: CompiledSecretRules, input: OwnInput): OwnResult => {
  const gaps = createGapTally();
  const limited = createOwnLimiter(gaps, input.isCovered);
  const work: SearchWork = { steps: 0, limit: maxStepsPerUnit };
  const result: OwnResult = { findings: [], gaps, lost: [], secrets: new Map(), steps: input.steps };
  for (const { path } of input.files.entries) {
    const lostBefore = gaps.lost;
    for (const text of textsOf(input, path)) {
      const leaks = searchText(text.bytes, compiled, work);
      if (!leaks) gaps.add('step limit reached: rules of the organization not applied', path, 'lost');
      if (!leaks || leaks.length === 0) continue;
      const secrets = leaks.map(({ start, end }) => text.bytes.toString('utf8', start, end));
      result.secrets.set(text.path, [...new Set(secrets)]);
      for (const finding of limited(text.path, detectionsOf(text, leaks, input.lineKey)))
        result.findings.push(finding);
    }
    if (gaps.lost > lostBefore) result.lost.push(path);
  }
  result.steps += Math.ceil(work.steps / charactersPerStep);
  return result;
};

/** Makes the engine of an organization's rules for secrets. @throws UnfitRule */
export const ownSecretsEngine = (rules: readonly OwnSecretRule[]): OwnEngine => {
  const compiled = compileSecretRules(rules);
  return { run: (input) => run(compiled, input) };
};
