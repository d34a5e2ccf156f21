import { secretsEngine } from '@scangate/engines/secrets/secrets-engine';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { engineInput, inventory } from '../engines/sca/advisory-fixtures.ts';
import { cases as configurations } from '../corpora/secrets/configurations.ts';
import { cases as programs } from '../corpora/secrets/programs.ts';
import { scoreOf } from '../corpora/secrets/secret-case.ts';
import { comparator, installHint } from './comparators.ts';
import { timesRow, tokenize } from './plain-pass.ts';
import type { Row } from './row.ts';
import { sizeOf, sourceTree } from './source-tree.ts';
import { bestMs, bestPairMs, megabytesPerSecond } from './stopwatch.ts';

const section = 'Secrets';
const program = 'secretlint';
const treeBytes = 20e6;
/** More than 200 rules may cost twice as much as reading the tokens, in addition to it. */
const atMost = 3;

type Lint = (source: string, path: string) => Promise<number>;

interface Core {
  lintSource(order: object): Promise<{ messages: unknown[] }>;
}

/** Runs secretlint in this process with its recommended rules and without its profiler. */
const secretlint = async (beside?: string): Promise<Lint | undefined> => {
  const core = (await comparator('@secretlint/core', beside)) as Core | undefined;
  const preset = (await comparator('@secretlint/secretlint-rule-preset-recommend', beside)) as
    | { creator: unknown }
    | undefined;
  const profiler = (await comparator('@secretlint/profiler', beside)) as
    | { secretLintProfiler: { setEnabled(enabled: boolean): void } }
    | undefined;
  if (!core || !preset) return undefined;
  profiler?.secretLintProfiler.setEnabled(false);
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset.creator }] };
  return async (content, filePath) => {
    const source = { content, filePath, ext: filePath.replace(/^.*\./, '.'), contentType: 'text' };
    return (await core.lintSource({ source, options: { config } })).messages.length;
  };
};

const scan = (files: ReadonlyMap<string, Buffer>): number => {
  const entries = [...files].map(([path, { length }]) => ({ path, sizeBytes: length }));
  const read = (path: string): Buffer => files.get(path)!;
  const input = { ...engineInput(inventory([]), emptyAdvisoryIndex), files: { entries, read } };
  return secretsEngine.run(input).findings.length;
};

/** Counts the leaking corpus files in which the other program reports anything. */
const foundFiles = async (lint: Lint): Promise<number> => {
  const leaking = [...configurations, ...programs].filter(({ expected }) => expected.length > 0);
  let found = 0;
  for (const { path, text } of leaking) if ((await lint(text, path)) > 0) found += 1;
  return found / leaking.length;
};

export const measureSecrets = async (beside?: string): Promise<Row[]> => {
  const files = sourceTree(treeBytes);
  const bytes = sizeOf(files);
  const times = await bestPairMs(
    () => scan(files),
    () => tokenize(files.values()),
  );
  const score = scoreOf([...configurations, ...programs]);
  const lint = await secretlint(beside);
  const missing = installHint('@secretlint/core', '@secretlint/secretlint-rule-preset-recommend');
  const theirs = async (): Promise<number> => {
    const texts = [...files].map(([path, content]) => [path, content.toString('utf8')] as const);
    const ms = await bestMs(async () => {
      for (const [path, text] of texts) await lint!(text, path);
    }, 1);
    return megabytesPerSecond(bytes, ms);
  };
  const row = { section, what: `${files.size} files of source and settings, every rule on` };
  return [
    {
      ...row,
      value: megabytesPerSecond(bytes, times.ms),
      unit: 'MB/s',
      beside: lint ? { program, value: await theirs() } : { program, missing },
    },
    timesRow(row, { ...times, plain: 'a plain tokenizer', atMost }),
    {
      section,
      what: 'leaks found in the quality files of configurations and programs',
      value: score.hits / (score.hits + score.missed.length),
      unit: 'share',
      beside: lint ? { program, value: await foundFiles(lint) } : { program, missing },
    },
  ];
};
