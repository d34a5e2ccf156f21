import { gunzipSync, gzipSync } from 'node:zlib';
import { packageName } from '../advisories/package-name.ts';
import { compareText } from '../model/compare-text.ts';
import type { Ecosystem, PackageEcosystem } from '../model/component.ts';
import { sha256 } from '../model/digest.ts';
import type { LicenseIndex, LicenseSnapshot } from '../model/license-data.ts';
import { licenseInRuns, runsByName, type LicenseRun, type LicenseTable } from './license-runs.ts';

const format = 1;

/** Limit of the unpacked size; the largest ecosystem takes a hundredth of it. */
const largestBytes = 1 << 26;

/** The tables of a data set by ecosystem. */
export type LicenseTables = Partial<Record<PackageEcosystem, LicenseTable>>;

/** The manifest's entry for the licenses of one ecosystem. */
export interface LicenseShardEntry {
  /** Object key of the shard; it ends with the digest of its bytes. */
  key: string;
  packages: number;
}

/** The manifest's entry for license data. */
export interface LicenseEntries {
  /** Digest of the tables. */
  id: string;
  /** The day of the data. */
  day: string;
  shards: Partial<Record<PackageEcosystem, LicenseShardEntry>>;
}

/** Encodes the licenses of an ecosystem. Equal tables give equal bytes. */
export const encodeLicenses = (ecosystem: Ecosystem, table: LicenseTable): Uint8Array =>
  gzipSync(JSON.stringify({ format, ecosystem, table }), { level: 9 });

/** The runs of an ecosystem's packages by name. */
export type LicenseRuns = ReadonlyMap<string, readonly LicenseRun[]>;

/** Decodes the licenses of an ecosystem. @throws Error when the bytes have another format. */
export const decodeLicenses = (bytes: Uint8Array): { ecosystem: string; runs: LicenseRuns } => {
  const text = gunzipSync(bytes, { maxOutputLength: largestBytes }).toString();
  const stored = JSON.parse(text) as { format?: unknown; ecosystem?: unknown; table?: unknown };
  const { ecosystem, table } = stored;
  const isTable = typeof table === 'object' && table !== null;
  if (stored.format !== format || typeof ecosystem !== 'string' || !isTable)
    throw new Error('the license shard has another format');
  return { ecosystem, runs: runsByName(table as LicenseTable) };
};

/** Returns the id of a data set, which depends on the licenses alone. */
export const dataSetId = (tables: LicenseTables): string =>
  sha256(JSON.stringify([format, Object.entries(tables).sort(([a], [b]) => compareText(a, b))]));

/** Returns the description of the license data in the inputs of a scan. */
export const licenseSnapshotOf = ({ id, day, shards }: LicenseEntries): LicenseSnapshot => {
  const packages = Object.entries(shards).map(([ecosystem, entry]) => [ecosystem, entry.packages]);
  return { id, day, packages: Object.fromEntries(packages) };
};

/** Looks up licenses in the decoded runs of the ecosystems that a scan needs. */
export const licenseIndex = (
  snapshot: LicenseSnapshot,
  runs: ReadonlyMap<Ecosystem, LicenseRuns>,
): LicenseIndex => ({
  snapshot,
  lookup: (ecosystem, name, version) => {
    const found = runs.get(ecosystem)?.get(packageName(ecosystem, name));
    return found && licenseInRuns(found, ecosystem, version);
  },
});
