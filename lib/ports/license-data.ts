import type { LicenseIndex } from '@scangate/engines/model/license-data';
import type { PackageVersion } from './license-source.ts';

/** The service's own license data, a snapshot like the advisories. No dependency list leaves the account to ask it. */
export interface LicenseData {
  /**
   * Loads what the snapshot says about these packages; an empty index when nothing was ever imported.
   * @throws Error when the stored snapshot cannot be read or is not what its digest says.
   */
  load(packages: readonly PackageVersion[]): Promise<LicenseIndex>;
}
