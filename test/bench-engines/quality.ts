import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { versionOrder } from '@scangate/engines/versions/ecosystem-orders';
import { inventoryLines, type InventoryCase } from '../corpora/inventory/inventory-case.ts';
import { precisionOf, recallOf, scoreOf, type SecretCase } from '../corpora/secrets/secret-case.ts';
import { pairsOf, type VersionCases } from '../corpora/versions/version-cases.ts';
import type { QualityCase } from '../corpora/sast/quality-case.ts';
import { measure, precisionOf as cwePrecision, recallOf as cweRecall } from '../corpora/sast/measure.ts';
import { fileOf } from '../engines/sast/scan-code.ts';
import { unitOf } from '../engines/secrets/scan-secrets.ts';
import type { Row } from './row.ts';

const folder = join(import.meta.dirname, '..', 'corpora');

/** Returns the exports of the files of a corpus, by file; a missing corpus is empty. */
const modulesOf = async (name: string): Promise<[string, Record<string, unknown>][]> => {
  const directory = join(folder, name);
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .toSorted();
  return Promise.all(
    files.map(async (file): Promise<[string, Record<string, unknown>]> => [
      file.replace(/\.ts$/, ''),
      (await import(pathToFileURL(join(directory, file)).href)) as Record<string, unknown>,
    ]),
  );
};

const tables = async (name: string): Promise<[string, unknown][]> =>
  (await modulesOf(name)).flatMap(([file, { cases }]): [string, unknown][] =>
    cases === undefined ? [] : [[file, cases]],
  );

const share = (section: string, what: string, value: number): Row => ({
  section,
  what,
  value,
  unit: 'share',
});

const secretsRows = async (): Promise<Row[]> => {
  const cases = (await tables('secrets')).flatMap(([, own]) => own as SecretCase[]);
  return [...Map.groupBy(cases, ({ group }) => group)].flatMap(([group, own]) => {
    const score = scoreOf(own);
    const what = `${group} (${own.length} files)`;
    return [
      share('Quality: secrets', `${what}: recall`, recallOf(score)),
      share('Quality: secrets', `${what}: precision`, precisionOf(score)),
    ];
  });
};

const passes = ({ files, unitType, expected }: InventoryCase): boolean => {
  const lines = inventoryLines(readInventory(unitOf(files), unitType));
  return JSON.stringify(lines) === JSON.stringify(expected.toSorted());
};

const inventoryRows = async (): Promise<Row[]> =>
  (await tables('inventory')).map(([format, cases]) => {
    const own = cases as InventoryCase[];
    const what = `${format} (${own.length} units)`;
    return share('Quality: inventory', what, own.filter(passes).length / own.length);
  });

const versionRows = async (): Promise<Row[]> =>
  (await tables('versions')).map(([, cases]) => {
    const own = cases as VersionCases;
    const order = versionOrder(own.ecosystem);
    const pairs = pairsOf(own);
    const right = pairs.filter(([a, b, sign]) => {
      const [left, other] = [order?.parse(a), order?.parse(b)];
      return left !== undefined && other !== undefined && Math.sign(order!.compare(left, other)) === sign;
    });
    return share(
      'Quality: versions',
      `${own.ecosystem} (${pairs.length} pairs)`,
      right.length / pairs.length,
    );
  });

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
  ...(await versionRows()),
  ...(await sastRows()),
];
