import { Notes } from '@scangate/engines/inventory/gap-notes';
import { parseToml } from '@scangate/engines/inventory/parse/parse-document';
import { lockfileReaders } from '@scangate/engines/inventory/readers';
import { SaxesParser } from 'saxes';
import { Lexer } from 'yaml';
import { jsonLockfiles } from './lockfiles/json-lockfiles.ts';
import type { LockfileInput, PlainPass } from './lockfiles/lockfile-input.ts';
import { textLockfiles } from './lockfiles/text-lockfiles.ts';
import { tomlLockfiles } from './lockfiles/toml-lockfiles.ts';
import { yamlLockfiles } from './lockfiles/yaml-lockfiles.ts';
import { countTokens, timesRow } from './plain-pass.ts';
import type { Row } from './row.ts';
import { bestMs, medianPairMs } from './stopwatch.ts';

const section = 'Dependencies';
const packageCount = 4000;

/** A short pass is repeated, because the system counts processor time in steps of milliseconds. */
const shortestMs = 12;
const mostPasses = 64;
const turns = 5;
/** A reader is compiled step by step while it runs, and a plain pass at once; both run so long before they are measured. */
const compiledAfterMs = 300;

/** A reader takes at most this many times as long as a plain pass. */
const atMost = 2;

const withoutFiles = { readText: () => undefined, findNearby: () => [] };

/** Reads a lockfile as the inventory does, up to its packages and their edges. */
const read = ({ format, path }: LockfileInput, text: string): void =>
  void lockfileReaders[format]({ path, text, notes: new Notes(), ...withoutFiles });

const partsOfReference = /[/@#%]/;

/** Parses the lists of conan.lock and the references in them, which are a format of their own. */
const splitReferences = (text: string): string[][] =>
  Object.values(JSON.parse(text) as Record<string, unknown>)
    .flatMap((value) => (Array.isArray(value) ? (value as string[]) : []))
    .map((reference) => reference.split(partsOfReference));

const plainPasses: Record<PlainPass, (text: string) => void> = {
  'JSON.parse': (text) => void JSON.parse(text),
  'JSON.parse and split': (text) => void splitReferences(text),
  'TOML parser': (text) => void parseToml(text),
  'YAML tokenizer': (text) => void [...new Lexer().lex(text)],
  'XML parser': (text) => void new SaxesParser().write(text).close(),
  tokens: (text) => void countTokens(text),
};

const rowsOf = async (input: LockfileInput): Promise<Row[]> => {
  const text = input.textOf(packageCount);
  const plain = (): void => plainPasses[input.plain](text);
  for (const run of [() => read(input, text), plain])
    for (let ms = 0; ms < compiledAfterMs;) ms += Math.max(0.1, await bestMs(run, 1));
  const passes = Math.min(
    mostPasses,
    Math.ceil(shortestMs / Math.max(shortestMs / mostPasses, await bestMs(plain, 3))),
  );
  const repeated = (run: () => void) => (): void => {
    for (let pass = 0; pass < passes; pass += 1) run();
  };
  const times = await medianPairMs(
    repeated(() => read(input, text)),
    repeated(plain),
    turns,
  );
  const row = { section, what: `${input.path} of ${(text.length / 1e6).toFixed(1)} MB read` };
  return [
    { ...row, value: times.ms / passes, unit: 'ms' },
    timesRow(row, { ...times, plain: input.plain, atMost }),
  ];
};

/** All generated lockfiles: one of each format that is read. */
export const lockfileInputs: readonly LockfileInput[] = [
  ...jsonLockfiles,
  ...tomlLockfiles,
  ...yamlLockfiles,
  ...textLockfiles,
];

/**
 * Measures the reader of every format by a plain pass over the same text in the same run.
 * @param names those to measure; all when absent.
 */
export const measureReaders = async (names?: readonly string[]): Promise<Row[]> => {
  const unknown = names?.filter((name) => !lockfileInputs.some(({ path }) => path === name)) ?? [];
  if (unknown.length > 0) throw new Error(`no generated lockfile is called ${unknown.join(', ')}`);
  const rows: Row[] = [];
  for (const input of lockfileInputs)
    if (names?.includes(input.path) ?? true) rows.push(...(await rowsOf(input)));
  return rows;
};
