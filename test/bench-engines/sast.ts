import { sastEngine } from '@scangate/engines/sast/sast-engine';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { engineInput, inventory } from '../engines/sca/advisory-fixtures.ts';
import { comparator, installHint } from './comparators.ts';
import type { Row } from './row.ts';
import { sizeOf, sourceTree } from './source-tree.ts';
import { bestMs, megabytesPerSecond } from './stopwatch.ts';

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

export const measureSast = async (beside?: string): Promise<Row[]> => {
  const speedOf = async (files: ReadonlyMap<string, Buffer>): Promise<number> => {
    const entries = [...files].map(([path, { length }]) => ({ path, sizeBytes: length }));
    const read = (path: string): Buffer => files.get(path)!;
    const input = { ...engineInput(inventory([]), emptyAdvisoryIndex), files: { entries, read } };
    const ms = await bestMs(() => sastEngine.run(input));
    return megabytesPerSecond(sizeOf(files), ms);
  };
  const scripts = sourceTree(3e6, ['js']);
  const mixed = sourceTree(4e6, ['js', 'ts', 'py', 'java', 'go'].slice(0, 4));
  return [
    {
      section,
      what: `${scripts.size} files of JavaScript`,
      value: await speedOf(scripts),
      unit: 'MB/s',
      atLeast: 2,
      beside: await eslintSpeed(scripts, beside),
    },
    {
      section,
      what: `${mixed.size} files of JavaScript, TypeScript, Python and Java`,
      value: await speedOf(mixed),
      unit: 'MB/s',
      atLeast: 2,
    },
  ];
};
