import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { engines } from '../../lib/scanners/engines.ts';
import { readInventory } from '../../lib/scanners/inventory/read-inventory.ts';
import { emptyIndex } from '../../lib/scanners/sca/advisory-index.ts';
import { versionOrder } from '../../lib/scanners/sca/versions/order-of-ecosystem.ts';
import { inventoryLines, type InventoryCase } from '../quality/inventory/inventory-case.ts';
import { precisionOf, recallOf, scoreOf, type SecretCase } from '../quality/secrets/secret-case.ts';
import { pairsOf, type VersionCases } from '../quality/versions/version-cases.ts';
import { engineInput, inventory } from '../scanners/sca/advisory-fixtures.ts';
import { unitOf } from '../scanners/secrets/scan.ts';
import type { Row } from './row.ts';

const folder = join(import.meta.dirname, '..', 'quality');

/** What the files of a quality table export as `cases`, by file; a table that is not there yet is empty. */
const tables = async (name: string): Promise<[string, unknown][]> => {
  const directory = join(folder, name);
  if (!existsSync(directory)) return [];
  const found: [string, unknown][] = [];
  for (const file of readdirSync(directory).toSorted()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const { cases } = (await import(pathToFileURL(join(directory, file)).href)) as { cases?: unknown };
    if (cases !== undefined) found.push([file.replace(/\.ts$/, ''), cases]);
  }
  return found;
};

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

/** One file or several, and what must be found: `rule line` or `rule file:line`. */
interface CodeCase {
  name?: string;
  group?: string;
  path?: string;
  text?: string;
  files?: Record<string, string>;
  expected?: readonly string[];
}

const sastRows = async (): Promise<Row[]> => {
  const engine = engines.sast;
  if (!engine) return [];
  const rows: Row[] = [];
  for (const [table, cases] of await tables('sast')) {
    if (!Array.isArray(cases)) continue;
    let hits = 0;
    let missed = 0;
    let wrong = 0;
    for (const { path = 'a', text = '', files = { [path]: text }, expected = [] } of cases as CodeCase[]) {
      const input = { ...engineInput(inventory([]), emptyIndex), files: unitOf(files) };
      const open = [...expected];
      for (const finding of engine.run(input).findings) {
        if (finding.kind !== 'code' || finding.suppressed) continue;
        const forms = [`${finding.rule} ${finding.line}`, `${finding.rule} ${finding.file}:${finding.line}`];
        const at = open.findIndex((one) => forms.includes(one));
        if (at === -1) wrong += 1;
        else {
          open.splice(at, 1);
          hits += 1;
        }
      }
      missed += open.length;
    }
    const what = `${table} (${cases.length} cases)`;
    rows.push(share('Quality: sast', `${what}: recall`, hits / Math.max(1, hits + missed)));
    rows.push(share('Quality: sast', `${what}: precision`, hits / Math.max(1, hits + wrong)));
  }
  return rows;
};

/** How good the engines are on the tables of known cases: nothing here is timed. */
export const measureQuality = async (): Promise<Row[]> => [
  ...(await secretsRows()),
  ...(await inventoryRows()),
  ...(await versionRows()),
  ...(await sastRows()),
];
