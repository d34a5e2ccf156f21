import type { Ecosystem } from '@scangate/engines/model/component';
import type { LicenseIndex } from '@scangate/engines/model/license-data';

export interface PackageVersion {
  ecosystem: Ecosystem;
  name: string;
  version: string;
}

interface LicenseLookup {
  /** In the order of the packages; undefined when no license is known or the source did not respond. */
  licenses: (string | undefined)[];
  /** The number of packages without a response: too many, too late, or the source failed. */
  unanswered: number;
}

/**
 * Looks up licenses that no lockfile states, as SPDX expressions. It is limited in number and time and never throws,
 * so that no scan is delayed or fails because of it.
 */
export interface LicenseSource {
  /** @param now ISO instant. */
  lookup(packages: readonly PackageVersion[], now: string, signal: AbortSignal): Promise<LicenseLookup>;
}

/** Looks up nothing. It is used unless the operator turns a source on. */
export const noLicenseSource: LicenseSource = {
  lookup: async (packages) => ({ licenses: packages.map(() => undefined), unanswered: 0 }),
};

/** The service's own license data, a snapshot like the advisories. No dependency list leaves the account. */
export interface LicenseData {
  /**
   * Loads the snapshot's data about these packages; an empty index when nothing was ever imported.
   * @throws Error when the stored snapshot cannot be read or does not match its digest.
   */
  load(packages: readonly PackageVersion[]): Promise<LicenseIndex>;
}
