import { type Ecosystem, isDistribution } from '@scangate/engines/model/component';
import { emptyLicenseIndex } from '@scangate/engines/model/license-data';
import {
  decodeLicenses,
  licenseIndex,
  licenseSnapshotOf,
  type LicenseRuns,
} from '@scangate/engines/license/license-snapshot';
import type { ObjectStore } from '#ports/blobs.ts';
import type { LicenseData } from '#ports/license-source.ts';
import { readManifest } from '../osv/manifest.ts';
import { digestInKey, licensesKey } from '../osv/object-keys.ts';
import { memoizeByKey } from '../osv/memoize-by-key.ts';
import { verifiedObject } from '../osv/verified-object.ts';

const loadRuns = async (objects: Pick<ObjectStore, 'get'>, key: string): Promise<LicenseRuns> => {
  const { ecosystem, runs } = decodeLicenses(await verifiedObject(objects, key, 'license shard'));
  if (licensesKey(ecosystem, digestInKey(key)) !== key)
    throw new Error(`the license shard ${key} is of ${ecosystem}`);
  return runs;
};

/** Loads licenses from the stored snapshot. A warm function keeps what it decoded while the manifest names it. */
export const storedLicenses = (objects: Pick<ObjectStore, 'get'>): LicenseData => {
  const decoded = memoizeByKey((key) => loadRuns(objects, key));
  return {
    async load(packages) {
      const entries = (await readManifest(objects))?.licenses;
      if (!entries) return emptyLicenseIndex;
      decoded.keepOnly(new Set(Object.values(entries.shards).map(({ key }) => key)));
      const needed = [...new Set(packages.map(({ ecosystem }) => ecosystem))];
      const runs = new Map<Ecosystem, LicenseRuns>();
      for (const ecosystem of needed) {
        const entry = isDistribution(ecosystem) ? undefined : entries.shards[ecosystem];
        if (entry) runs.set(ecosystem, await decoded.at(entry.key));
      }
      return licenseIndex(licenseSnapshotOf(entries), runs);
    },
  };
};
