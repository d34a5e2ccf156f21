import type { Ecosystem } from '@scangate/engines/model/component';

export interface PackageVersion {
  ecosystem: Ecosystem;
  name: string;
  version: string;
}

interface LicenseAnswers {
  /** As asked; an SPDX expression, or undefined where none is known or could be had. */
  licenses: (string | undefined)[];
  /** How many could not be asked: too many, too late, or the source failed. */
  unanswered: number;
}

/**
 * Where the licences are asked for that no lockfile states. Bounded in number and time, and never throws: a scan does
 * not wait for it, nor fail with it. The source that is off asks nobody.
 */
export interface LicenseSource {
  /** @param now ISO instant. */
  lookup(packages: readonly PackageVersion[], now: string, signal: AbortSignal): Promise<LicenseAnswers>;
}

/** Asks nobody: what the service does unless its operator turns a source on. */
export const noLicenseSource: LicenseSource = {
  lookup: async (packages) => ({ licenses: packages.map(() => undefined), unanswered: 0 }),
};
