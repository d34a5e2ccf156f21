import { s3BlobReader } from '#adapters/s3/blobs.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { completedUnits } from '#app/reports/stored-findings.ts';
import { loadAssessment } from '#app/verdict/load-judged-scan.ts';
import type { BlobReader } from '#ports/blobs.ts';
import { s3Location } from '#runtime/wire/objects/s3-location.ts';
import { componentLabel } from '@scangate/engines/model/component';
import { minuteMs } from '@scangate/domain/instant';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import type { Scan } from '@scangate/domain/records';
import type { GivenUpload } from '#test/simulation/actors/upkeep/uploads.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';

/** The minutes in which an upload is used after it was given. */
const mostMinutes = 15;

const labelsOf = (packages: GivenUpload['packages']): string =>
  Object.entries(packages)
    .map(([name, version]) => `${name}@${version}`)
    .toSorted()
    .join(' ');

/** The packages that a scan found in each of its units; undefined once they are no longer kept. */
const packagesOf = async (scan: Scan, blobs: BlobReader): Promise<string[] | undefined> => {
  const found: string[] = [];
  try {
    for (const unit of completedUnits(scan)) {
      const { inventory } = await loadAssessment(scan, unit, blobs);
      found.push(inventory.components.map(componentLabel).toSorted().join(' '));
    }
  } catch (error) {
    if (isPayloadExpired(error)) return undefined;
    throw error;
  }
  return found;
};

/** Tells in what the record of a scan is not of what was given. */
const otherFact = (scan: Scan, { request, sha256 }: GivenUpload): string | undefined => {
  const field = Object.keys(request).find((name) => scan[name as 'branch'] !== request[name]);
  if (field !== undefined) return `has ${field} ${String(scan[field as 'branch'])}`;
  return scan.artifact?.sha256 === sha256 ? undefined : 'is not of the bytes that were given';
};

/** Tells in what a scan is not of what was given. */
const differenceOf = async (
  scan: Scan,
  given: GivenUpload,
  blobs: BlobReader,
): Promise<string | undefined> => {
  const other = otherFact(scan, given);
  if (other !== undefined || scan.status !== 'completed') return other;
  const wanted = labelsOf(given.packages);
  const found = await packagesOf(scan, blobs);
  if (found?.length === 0) return 'has no unit';
  const different = found?.find((packages) => packages !== wanted);
  return different === undefined ? undefined : `found ${different} in ${wanted}`;
};

/** Whether a restore forgot the scan of an upload. */
const isForgotten = ({ restores }: World, { at }: GivenUpload): boolean =>
  Array.from({ length: mostMinutes + 1 }, (_none, minute) => at + minute * minuteMs).some((time) =>
    restores.isForgotten(time),
  );

/** Checks the scans that an upload was used for, by its record and by what was answered. @returns those that are there. */
const scansOf = (
  { uploadId, given, inRecord }: { uploadId: string; given: GivenUpload; inRecord: string | undefined },
  { world, scans, report }: { world: World; scans: ReadonlyMap<string, Scan>; report: Report },
): Scan[] => {
  const named = [...new Set([...given.scanIds, ...(inRecord === undefined ? [] : [inRecord])])];
  if (!isForgotten(world, given)) {
    if (named.length > 1) report('upload', `${uploadId} was used for ${named.join(' and ')}`);
    for (const scanId of named)
      if (!scans.has(scanId)) report('upload', `the scan ${scanId} of ${uploadId} is not there`);
  }
  return named.flatMap((scanId) => scans.get(scanId) ?? []);
};

/**
 * An upload is scanned exactly as it was given, and once, and no scan is of any other. Records of uploads are soon removed,
 * and answers are lost: a scan that only these would name has to equal some upload of its organization.
 * @returns the number of scans that were compared, which are all that the store has of uploads.
 */
export const checkUploads = async (world: World, store: MemoryStore, report: Report): Promise<number> => {
  const blobs = s3BlobReader({ ...s3Location(), client: world.cloud.direct as never });
  const erased = new Set(store.all('erased').map(({ organizationId }) => organizationId));
  const isHere = ({ organizationId }: { organizationId: string }): boolean => !erased.has(organizationId);
  const scans = new Map(store.all('scan').map((scan) => [scan.scanId, scan]));
  const inRecords = new Map(store.all('upload').map(({ uploadId, scanId }) => [uploadId, scanId]));
  const uploads = [...world.uploads].filter(([, given]) => isHere(given));
  const compared = new Set<string>();
  for (const [uploadId, given] of uploads) {
    const upload = { uploadId, given, inRecord: inRecords.get(uploadId) };
    for (const scan of scansOf(upload, { world, scans, report })) {
      const difference = await differenceOf(scan, given, blobs);
      if (difference !== undefined) report('upload', `the scan of ${uploadId} ${difference}`);
      compared.add(scan.scanId);
    }
  }
  for (const scan of scans.values()) {
    if (!scan.artifact || compared.has(scan.scanId) || !isHere(scan)) continue;
    const { organizationId, scanId } = scan;
    const own = uploads.filter(([, given]) => given.organizationId === organizationId);
    const [, given] = own.find(([, one]) => otherFact(scan, one) === undefined) ?? [];
    const difference = given ? await differenceOf(scan, given, blobs) : 'is of no upload that was given';
    if (difference !== undefined) report('upload', `${scanId} ${difference}`);
    compared.add(scanId);
  }
  return compared.size;
};
