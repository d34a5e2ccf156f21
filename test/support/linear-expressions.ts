import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { rules } from '@scangate/engines/secrets/rule-table';
import { regexLiteralsIn } from './regex-literals.ts';

const recordPath = join(import.meta.dirname, '../corpora/linear-expressions.json');

/** The kept proofs. They only hold for the version of the checker that made them. */
interface ProofRecord {
  checker: string;
  /** The texts of expressions that take linear time on every input. */
  proven: string[];
}

const require = createRequire(import.meta.url);
const checker = `recheck ${(require('recheck/package.json') as { version: string }).version}`;

/** Leaves out the flag `d`, which the checker does not know and which only changes what a match reports. */
const textOf = ({ source, flags }: RegExp): string => `/${source}/${flags.replace('d', '')}`;

const readRecord = (): ProofRecord => JSON.parse(readFileSync(recordPath, 'utf8')) as ProofRecord;

const kept = (): ReadonlySet<string> => {
  const record = readRecord();
  return new Set(record.checker === checker ? record.proven : []);
};
let proven: ReadonlySet<string> | undefined;

/** The expressions of the server and the engines, by the part of the code that they are in. */
export const expressionGroups = {
  server: () => regexLiteralsIn('{lib/{adapters,app,contract,domain,git,ports,runtime},functions}/**/*.ts'),
  engines: () => regexLiteralsIn('lib/engines/!(sast|secrets)/**/*.ts', 'lib/engines/*.ts'),
  sast: () => regexLiteralsIn('lib/engines/sast/**/*.ts'),
  secretRules: () => rules.map(({ pattern }) => pattern),
  secrets: () => {
    const ofRules = rules.map(({ pattern }) => pattern.source).join('\n');
    const literals = regexLiteralsIn('lib/engines/secrets/**/*.ts');
    // The pattern of a rule is checked as a whole.
    return literals.filter(({ source }) => !ofRules.includes(source));
  },
} as const;

/**
 * Proves that an expression takes linear time on every input: the answer is `safe`, else what the checker says. On a busy
 * machine the checker may time out and suspect a safe expression, so it is called again; an unsafe one is found each time.
 */
const prove = ({ source, flags }: RegExp): string => {
  const check = () => checkSync(source, flags.replace('d', ''), { timeout: 60_000 }).status;
  for (let again = 0; again < 2; again += 1) if (check() === 'safe') return 'safe';
  return check();
};

/** Returns the kept proof of an expression, or proves a new or changed one. */
export const complexityOf = (pattern: RegExp): string =>
  (proven ??= kept()).has(textOf(pattern)) ? 'safe' : prove(pattern);

/** Returns the expressions of the code whose proof is not kept, and kept proofs of expressions that are gone. */
export const staleProofs = (): { missing: string[]; unused: string[] } => {
  const record = kept();
  const used = new Set(Object.values(expressionGroups).flatMap((group) => group().map(textOf)));
  return {
    missing: [...used].filter((text) => !record.has(text)),
    unused: [...record].filter((text) => !used.has(text)),
  };
};

/**
 * Proves every expression that has no kept proof, or all with `anew`, and keeps the proofs.
 * @returns the expressions without a proof.
 */
export const proveAll = (
  onProgress: (done: number, total: number) => void,
  { anew }: { anew: boolean },
): string[] => {
  const complexity = anew ? prove : complexityOf;
  const patterns = new Map(
    Object.values(expressionGroups)
      .flatMap((group) => group())
      .map((pattern) => [textOf(pattern), pattern]),
  );
  const safe: string[] = [];
  const unsafe: string[] = [];
  for (const [text, pattern] of patterns) {
    if (complexity(pattern) === 'safe') safe.push(text);
    else unsafe.push(text);
    onProgress(safe.length + unsafe.length, patterns.size);
  }
  const record: ProofRecord = { checker, proven: safe.toSorted() };
  writeFileSync(recordPath, `${JSON.stringify(record, undefined, 2)}\n`);
  return unsafe;
};
