import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { gradleComparisons } from '#test/corpora/gradle-trees/compared-trees.ts';
import { inventoryLines, type InventoryCase } from '#test/corpora/inventory/inventory-case.ts';
import { mavenComparisons } from '#test/corpora/maven-trees/compared-trees.ts';
import { unitOf } from '#test/engines/source-unit.ts';
import type { Row } from '../row.ts';
import { tablesOf } from './corpus-modules.ts';
import { scoreOfLines, scoreRows, type Compared } from './score.ts';

const section = 'Quality: inventory';

const isInventoryCases = (exported: unknown): exported is InventoryCase[] =>
  Array.isArray(exported) &&
  exported.length > 0 &&
  exported.every(
    (each: Partial<InventoryCase>) => Array.isArray(each?.expected) && each.unitType !== undefined,
  );

const compare = ({ files, unitType, expected }: InventoryCase): Compared => ({
  expected,
  found: inventoryLines(readInventory(unitOf(files), unitType)),
});

const countOf = (compared: readonly Compared[]): number =>
  compared.reduce((count, { expected }) => count + expected.length, 0);

const rowsOf = (what: string, compared: readonly Compared[], unit = 'components'): Row[] =>
  scoreRows(section, `${what} (${compared.length}, ${countOf(compared)} ${unit})`, scoreOfLines(compared));

/** Measures which components are found in lockfiles, and which dependencies in builds, each with scope and kind. */
export const inventoryRows = async (): Promise<Row[]> => {
  const cases = await tablesOf('inventory', isInventoryCases);
  const { reports, builds } = await gradleComparisons();
  return [
    ...cases.flatMap(([format, own]) => rowsOf(format, own.map(compare))),
    ...rowsOf('trees as Maven 3.8.7 resolves them', await mavenComparisons(), 'artifacts'),
    ...rowsOf('builds as Gradle 4.4.1 resolves them', builds, 'edges'),
    ...rowsOf('dependency reports of Gradle 4.4.1', reports, 'edges'),
  ];
};
