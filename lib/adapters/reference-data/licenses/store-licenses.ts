import { sha256 } from '@scangate/engines/model/digest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { runsByName } from '@scangate/engines/license/license-runs';
import { dataSetId, encodeLicenses, type LicenseEntries } from '@scangate/engines/license/license-snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import { licensesKey } from '../osv/object-keys.ts';
import type { LicenseDataSet } from './tables.ts';

/** Stores a data set, each ecosystem under its digest. It becomes current only with the manifest. */
export const storeLicenses = async (
  { day, tables }: LicenseDataSet,
  objects: ObjectStore,
): Promise<LicenseEntries> => {
  const shards: LicenseEntries['shards'] = {};
  for (const [name, table] of Object.entries(tables)) {
    const ecosystem = name as PackageEcosystem;
    const bytes = encodeLicenses(ecosystem, table);
    const key = licensesKey(ecosystem, sha256(bytes));
    await objects.put(key, bytes);
    shards[ecosystem] = { key, packages: runsByName(table).size };
  }
  return { id: dataSetId(tables), day, shards };
};

/**
 * Stores a data set that is newer than the current one.
 * @returns the entries to make current.
 */
export const newerLicenses = async (
  dataSet: LicenseDataSet,
  current: LicenseEntries | undefined,
  objects: ObjectStore,
): Promise<LicenseEntries | undefined> =>
  current && current.day >= dataSet.day ? undefined : storeLicenses(dataSet, objects);
