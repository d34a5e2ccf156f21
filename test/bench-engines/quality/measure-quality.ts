import { precisionOf, recallOf, scoreOf, type SecretCase } from '#test/corpora/secrets/secret-case.ts';
import type { QualityCase } from '#test/corpora/sast/quality-case.ts';
import { measure, precisionOf as cwePrecision, recallOf as cweRecall } from '#test/corpora/sast/measure.ts';
import { fileOf } from '#test/engines/sast/scan-code.ts';
import type { Row } from '../row.ts';
import { modulesOf, tablesOf } from './corpus-modules.ts';
import { inventoryRows } from './inventory-quality.ts';
import { share } from './score.ts';
import { versionRows } from './version-quality.ts';

const isSecretCases = (exported: unknown): exported is SecretCase[] =>
  Array.isArray(exported) &&
  exported.length > 0 &&
  exported.every((each: Partial<SecretCase>) => typeof each?.group === 'string');

const secretsRows = async (): Promise<Row[]> => {
  const cases = (await tablesOf('secrets', isSecretCases)).flatMap(([, own]) => own);
  return [...Map.groupBy(cases, ({ group }) => group)].flatMap(([group, own]) => {
    const score = scoreOf(own);
    const what = `${group} (${own.length} files)`;
    return [
      share('Quality: secrets', `${what}: recall`, recallOf(score)),
      share('Quality: secrets', `${what}: precision`, precisionOf(score)),
    ];
  });
};

const isCodeCases = (value: unknown): value is QualityCase[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each?.code === 'string');

const cweSection = 'Quality: sast by CWE';

const byNumber = (a: string, b: string): number => Number(a.slice(4)) - Number(b.slice(4));

const sastRows = async (): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const [language, exported] of [...(await modulesOf('sast')), ...(await modulesOf('configuration'))]) {
    const cases = Object.values(exported).filter(isCodeCases).flat();
    const file = Object.entries(fileOf).find(([name]) => name === language)?.[1];
    if (cases.length === 0 || (file === undefined && cases.some((each) => each.file === undefined))) continue;
    const { recall, precision, cwes } = measure(cases, file ?? '');
    const what = `${language} (${cases.length} pieces)`;
    rows.push(share('Quality: sast', `${what}: recall`, recall));
    rows.push(share('Quality: sast', `${what}: precision`, precision));
    for (const [cwe, counts] of [...cwes].toSorted(([a], [b]) => byNumber(a, b))) {
      const ofCwe = `${cwe} in ${language} (${counts.hits + counts.misses} marks)`;
      rows.push(share(cweSection, `${ofCwe}: recall`, cweRecall(counts)));
      rows.push(share(cweSection, `${ofCwe}: precision`, cwePrecision(counts)));
    }
  }
  return rows;
};

/** Measures the quality of the engines on the corpora, without timing. */
export const measureQuality = async (): Promise<Row[]> => [
  ...(await secretsRows()),
  ...(await inventoryRows()),
  ...versionRows(),
  ...(await sastRows()),
];
