import { s3BlobReader } from '#adapters/s3/blobs.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { completedUnits } from '#app/reports/stored-findings.ts';
import { loadAssessment } from '#app/verdict/load-judged-scan.ts';
import type { BlobReader } from '#ports/blobs.ts';
import { s3Location } from '#runtime/wire/objects/s3-location.ts';
import { componentLabel } from '@scangate/engines/model/component';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import type { Scan } from '@scangate/domain/records';
import type { GivenUpload } from '#test/simulation/actors/upkeep/uploads.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

const labelsOf = (packages: GivenUpload['packages']): string =>
  Object.entries(packages)
    .map(([name, version]) => `${name}@${version}`)
    .toSorted()
    .join(' ');

/** The packages that a scan found in each of its units. */
const packagesOf = async (scan: Scan, blobs: BlobReader): Promise<string[]> => {
  const found: string[] = [];
  for (const unit of completedUnits(scan)) {
    const { inventory } = await loadAssessment(scan, unit, blobs);
    found.push(inventory.components.map(componentLabel).toSorted().join(' '));
  }
  return found;
};

/** Tells in what a scan is not of what was given. */
const differenceOf = async (
  scan: Scan,
  { request, sha256, packages }: GivenUpload,
  blobs: BlobReader,
): Promise<string | undefined> => {
  const field = Object.keys(request).find((name) => scan[name as 'branch'] !== request[name]);
  if (field !== undefined) return `has ${field} ${String(scan[field as 'branch'])}`;
  if (scan.artifact?.sha256 !== sha256) return 'is not of the bytes that were given';
  if (scan.status !== 'completed') return undefined;
  const wanted = labelsOf(packages);
  const other = (await packagesOf(scan, blobs)).find((found) => found !== wanted);
  return other === undefined ? undefined : `found ${other} in ${wanted}`;
};

/**
 * An upload is scanned exactly as it was given, and once.
 * @returns the number of uploads whose scan was compared.
 */
export const checkUploads = async (world: World, store: MemoryStore, report: Report): Promise<number> => {
  const blobs = s3BlobReader({ ...s3Location(), client: world.cloud.direct as never });
  const scans = new Map(store.all('scan').map((scan) => [scan.scanId, scan]));
  let compared = 0;
  for (const { uploadId, scanId } of store.all('upload')) {
    const given = world.uploads.get(uploadId);
    const scan = scans.get(scanId ?? '');
    if (!given || !scan) continue;
    const isForgotten = world.restores.isForgotten(given.at);
    if (!isForgotten && new Set(given.scanIds).size > 1)
      report('upload', `${uploadId} was used for ${given.scanIds.join(' and ')}`);
    try {
      const difference = await differenceOf(scan, given, blobs);
      if (difference !== undefined) report('upload', `the scan of ${uploadId} ${difference}`);
      compared += 1;
    } catch (error) {
      if (!isPayloadExpired(error)) throw error;
    }
  }
  return compared;
};
