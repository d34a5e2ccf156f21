import { loadSastEngine } from '@scangate/engines/sast/load-sast-engine';
import { sastEngine } from '@scangate/engines/sast/sast-engine';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { engineInput, inventory } from '../engines/sca/advisory-fixtures.ts';
import { comparator, installHint } from './comparators.ts';
import { parseAll, timesRow } from './plain-pass.ts';
import type { Row } from './row.ts';
import { sizeOf, sourceTree } from './source-tree.ts';
import { bestMs, bestPairMs, megabytesPerSecond } from './stopwatch.ts';

const section = 'SAST';
const program = 'eslint-plugin-security';

interface Eslint {
  Linter: new () => { verify(text: string, config: object[]): unknown[] };
}
interface Security {
  default: { configs: { recommended: object } };
}

const eslintSpeed = async (files: ReadonlyMap<string, Buffer>, beside?: string): Promise<Row['beside']> => {
  const eslint = (await comparator('eslint', beside)) as Eslint | undefined;
  const security = (await comparator('eslint-plugin-security', beside)) as Security | undefined;
  if (!eslint || !security) return { program, missing: installHint('eslint', program) };
  const linter = new eslint.Linter();
  const texts = [...files.values()].map((content) => content.toString('utf8'));
  const ms = await bestMs(() => {
    for (const text of texts) linter.verify(text, [security.default.configs.recommended]);
  }, 2);
  return { program, value: megabytesPerSecond(sizeOf(files), ms) };
};

/** An analysis may cost three times the parsing of its files beside that parsing. */
const atMost = 4;

const analysisOf = (files: ReadonlyMap<string, Buffer>) => {
  const entries = [...files].map(([path, { length }]) => ({ path, sizeBytes: length }));
  const read = (path: string): Buffer => files.get(path)!;
  return { ...engineInput(inventory([]), emptyAdvisoryIndex), files: { entries, read } };
};

const rowsOf = async (
  what: string,
  files: ReadonlyMap<string, Buffer>,
  others?: Row['beside'],
): Promise<Row[]> => {
  const input = analysisOf(files);
  await loadSastEngine(input.files);
  const times = await bestPairMs(
    () => sastEngine.run(input),
    () => parseAll(files),
  );
  const row = { section, what: `${files.size} files of ${what}` };
  const speed = { ...row, value: megabytesPerSecond(sizeOf(files), times.ms), unit: 'MB/s' };
  return [
    { ...speed, ...(others && { beside: others }) },
    timesRow(row, { ...times, plain: 'their parsing alone', atMost }),
  ];
};

export const measureSast = async (beside?: string): Promise<Row[]> => {
  const scripts = sourceTree(3e6, ['js']);
  return [
    ...(await rowsOf('JavaScript', scripts, await eslintSpeed(scripts, beside))),
    ...(await rowsOf('JavaScript, TypeScript, Python and Java', sourceTree(4e6, ['js', 'ts', 'py', 'java']))),
    ...(await rowsOf('C#', sourceTree(2e6, ['cs']))),
    ...(await rowsOf('Rust', sourceTree(2e6, ['rs']))),
    ...(await rowsOf('PHP', sourceTree(2e6, ['php']))),
    ...(await rowsOf('Ruby', sourceTree(2e6, ['rb']))),
  ];
};
