import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInLicenses } from '#adapters/reference-data/licenses/built-in.ts';
import { readLicenseDataSet } from '#adapters/reference-data/licenses/read-data-set.ts';
import { dataSetFile, tableFiles } from '#adapters/reference-data/licenses/tables.ts';
import { normalExpression } from '@scangate/engines/license/build-license-data';
import { runsByName } from '@scangate/engines/license/license-runs';
import { dataSetId } from '@scangate/engines/license/license-snapshot';

const folder = 'lib/adapters/reference-data/licenses/data';
const about = JSON.parse(readFileSync(`${folder}/${dataSetFile}`, 'utf8')) as {
  id: string;
  day: string;
  packages: Record<string, number>;
};
const tables = Object.entries(builtInLicenses.tables);

test.each(tables)('%s has only normalized SPDX expressions', (_, table) => {
  for (const license of Object.keys(table)) expect(normalExpression(license)).toBe(license);
});

test('the data set states its own content', () => {
  expect(readdirSync(folder).toSorted()).toEqual([...Object.values(tableFiles), dataSetFile].toSorted());
  const counts = tables.map(([ecosystem, table]) => [ecosystem, runsByName(table).size] as const);
  expect(about).toEqual({
    id: dataSetId(builtInLicenses.tables),
    day: builtInLicenses.day,
    packages: Object.fromEntries(counts),
  });
  expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(10_000);
});

test('the folder is read as the built-in data set', async () => {
  expect(await readLicenseDataSet(folder)).toEqual(builtInLicenses);
});
