/**
 * `npm run license-data -- <file>...`: adds the licenses that files state to the built-in data set. A file is a
 * lockfile or CycloneDX document with licenses, or a table of `ecosystem`, `name`, `version` and `license`, separated
 * by tabs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dataSetFile, tableFiles } from '#adapters/reference-data/licenses/tables.ts';
import { buildLicenseTable, type LicenseFact } from '@scangate/engines/license/build-license-data';
import { dataSetId, type LicenseTables } from '@scangate/engines/license/license-snapshot';
import { runsByName, type LicenseTable } from '@scangate/engines/license/license-runs';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import type { Component, PackageEcosystem } from '@scangate/engines/model/component';

const folder = join(import.meta.dirname, '../lib/adapters/reference-data/licenses/data');

type Fact = LicenseFact & { ecosystem: string };

const factOf = ({ ecosystem, name, version, license, purl, local }: Component): Fact[] =>
  ecosystem && version && license && !local && !purl?.includes('?')
    ? [{ ecosystem, name, version, license }]
    : [];

const factsOf = (path: string): Fact[] => {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.tsv'))
    return text.split('\n').flatMap((line) => {
      const [ecosystem = '', name = '', version = '', license = ''] = line.split('\t');
      return license === '' ? [] : [{ ecosystem, name, version, license }];
    });
  const isSbom = path.endsWith('.cdx.json') || basename(path) === 'bom.json';
  const { components } = isSbom
    ? inventoryFromSbom(JSON.parse(text) as object)
    : readUploadedLockfile(basename(path), text);
  return components.flatMap(factOf);
};

const read = (path: string): LicenseTable => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LicenseTable;
  } catch {
    return {};
  }
};

const facts = Map.groupBy(process.argv.slice(2).flatMap(factsOf), ({ ecosystem }) => ecosystem);
const packages: Record<string, number> = {};
const tables: LicenseTables = {};
for (const [ecosystem, file] of Object.entries(tableFiles) as [PackageEcosystem, string][]) {
  const path = join(folder, file);
  const table = buildLicenseTable(ecosystem, facts.get(ecosystem) ?? [], read(path));
  writeFileSync(path, `${JSON.stringify(table, null, 2)}\n`);
  tables[ecosystem] = table;
  packages[ecosystem] = runsByName(table).size;
}
const day = new Date().toISOString().slice(0, 10);
writeFileSync(
  join(folder, dataSetFile),
  `${JSON.stringify({ id: dataSetId(tables), day, packages }, null, 2)}\n`,
);
process.stdout.write(`${JSON.stringify(packages)}\n`);
