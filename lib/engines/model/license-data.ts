import type { Ecosystem, PackageEcosystem } from './component.ts';

/** The answer of the license data about a version: its license, or only the likely one. */
export interface KnownLicense {
  license: string;
  /** False: only other versions of the same release line are known to have it. */
  isCertain: boolean;
}

/** The license data that a scan used, as its inputs state it. */
export interface LicenseSnapshot {
  /** Digest of the data. */
  id: string;
  /** The day of the data. */
  day: string;
  /** Number of packages by ecosystem. */
  packages: Partial<Record<PackageEcosystem, number>>;
}

/** The license snapshot as the engines see it: in memory and synchronous. */
export interface LicenseIndex {
  /** Absent when no license data was ever imported. */
  snapshot?: LicenseSnapshot;
  lookup(ecosystem: Ecosystem, name: string, version: string): KnownLicense | undefined;
}

/** The index without any license data. */
export const emptyLicenseIndex: LicenseIndex = { lookup: () => undefined };
