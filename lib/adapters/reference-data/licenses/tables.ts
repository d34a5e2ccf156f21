import type { PackageEcosystem } from '@scangate/engines/model/component';
import type { LicenseTables } from '@scangate/engines/license/license-snapshot';

/** A data set: the tables of a folder, and its day. */
export interface LicenseDataSet {
  day: string;
  tables: LicenseTables;
}

/** The file that makes a folder a data set; it states the day and the number of packages. */
export const dataSetFile = 'licenses.json';

/** The name of each ecosystem's table in a data set. */
export const tableFiles: Partial<Record<PackageEcosystem, string>> = {
  npm: 'npm.json',
  PyPI: 'pypi.json',
  'crates.io': 'crates.json',
  RubyGems: 'rubygems.json',
  Go: 'go.json',
  Maven: 'maven.json',
  NuGet: 'nuget.json',
  Hex: 'hex.json',
  Pub: 'pub.json',
  SwiftURL: 'swift.json',
};
