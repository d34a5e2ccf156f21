import { loadSastEngine } from '@scangate/engines/sast/load-sast-engine';
import { sastEngine } from '@scangate/engines/sast/sast-engine';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { readUsage } from '@scangate/engines/import-usage/read-usage';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { component, engineInput, inventory } from '../engines/sca/advisory-fixtures.ts';
import { comparator, installHint } from './comparators.ts';
import { codeSniffer, rubocop, speedOf } from './other-programs.ts';
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

/** An analysis may cost three times the parsing of its files in addition to it. */
const atMost = 4;

const analysisOf = (files: ReadonlyMap<string, Buffer>) => {
  const entries = [...files].map(([path, { length }]) => ({ path, sizeBytes: length }));
  const read = (path: string): Buffer => files.get(path)!;
  return { ...engineInput(inventory([]), emptyAdvisoryIndex), files: { entries, read } };
};

/** Usage analysis may add this share to the time of sast. */
const usageAtMost = 0.2;
const packagesOfEach = 200;

const usedEcosystems: readonly PackageEcosystem[] = ['npm', 'PyPI', 'Maven', 'crates.io', 'Packagist'];

const nameIn = (ecosystem: PackageEcosystem, index: number): string =>
  ecosystem === 'Maven' ? `org.example${index}:package` : `package-${index}`;

/** An inventory with packages of each ecosystem, a fifth of which are direct. */
const packages = inventory(
  usedEcosystems.flatMap((ecosystem) =>
    Array.from({ length: packagesOfEach }, (_, index) =>
      component({ ecosystem, name: nameIn(ecosystem, index), direct: index % 5 === 0 }),
    ),
  ),
);

const usageRow = async (what: string, files: ReadonlyMap<string, Buffer>): Promise<Row> => {
  const input = analysisOf(files);
  await loadSastEngine(input.files);
  const { ms, plainMs } = await bestPairMs(
    () => readUsage(input.files, packages),
    () => sastEngine.run(input),
  );
  const row = {
    section,
    what: `usage of ${packages.components.length} packages in ${files.size} files of ${what}`,
  };
  return timesRow(row, { ms, plainMs, plain: 'sast alone', atMost: usageAtMost });
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
  const [php, ruby] = [sourceTree(2e6, ['php']), sourceTree(2e6, ['rb'])];
  return [
    ...(await rowsOf('JavaScript', scripts, await eslintSpeed(scripts, beside))),
    ...(await rowsOf('JavaScript, TypeScript, Python and Java', sourceTree(4e6, ['js', 'ts', 'py', 'java']))),
    await usageRow('five languages', sourceTree(4e6, ['js', 'ts', 'py', 'java', 'php', 'rs'])),
    ...(await rowsOf('C#', sourceTree(2e6, ['cs']))),
    ...(await rowsOf('Rust', sourceTree(2e6, ['rs']))),
    ...(await rowsOf('PHP', php, speedOf(codeSniffer, php, beside))),
    ...(await rowsOf('Ruby', ruby, speedOf(rubocop, ruby, beside))),
  ];
};
