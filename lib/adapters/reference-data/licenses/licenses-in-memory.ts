import { type Ecosystem, isDistribution } from '@scangate/engines/model/component';
import type { LicenseSnapshot } from '@scangate/engines/model/license-data';
import { runsByName } from '@scangate/engines/license/license-runs';
import {
  licenseIndex,
  type LicenseRuns,
  type LicenseTables,
} from '@scangate/engines/license/license-snapshot';
import type { LicenseData } from '#ports/license-source.ts';

/** Looks up licenses in tables without a store. The runs of an ecosystem are decoded when a scan needs them. */
export const licensesInMemory = (snapshot: LicenseSnapshot, tables: LicenseTables): LicenseData => {
  const runs = new Map<Ecosystem, LicenseRuns>();
  return {
    load: async (packages) => {
      for (const { ecosystem } of packages)
        if (!isDistribution(ecosystem) && !runs.has(ecosystem))
          runs.set(ecosystem, runsByName(tables[ecosystem] ?? {}));
      return licenseIndex(snapshot, runs);
    },
  };
};
