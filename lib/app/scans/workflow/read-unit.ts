import type { Scan, ScanUnit } from '@scangate/domain/records';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readInventory, readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import type { Inventory } from '@scangate/engines/model/component';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { SkippedFile, SourceFiles } from '@scangate/engines/model/source-files';
import type { BlobReader } from '#ports/blobs.ts';
import type { SourceArchive } from '#ports/source-archive.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';

export interface UnitReaderPorts {
  blobs: BlobReader<'work' | 'incoming'>;
  sourceArchive: Pick<SourceArchive, 'unpack'>;
}

/** The input of the engines for one unit. `close` frees the disk. */
export interface UnitContent {
  files: SourceFiles;
  inventory: Inventory;
  skipped: SkippedFile[];
  close(): void;
}

const noFiles: SourceFiles = {
  entries: [],
  read: () => {
    throw new Error('an artifact has no files');
  },
};

const inventoryOf = (artifact: NonNullable<Scan['artifact']>, text: string): Inventory => {
  try {
    if (artifact.kind === 'lockfile') return readUploadedLockfile(artifact.path, text);
    return inventoryFromSbom(JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ScanFailed('lockfile_not_found', error.message);
    throw error;
  }
};

/** An uploaded lockfile or SBOM is the whole unit: there are no files beside it. */
const readArtifact = async (
  { organizationId, scanId }: Scan,
  artifact: NonNullable<Scan['artifact']>,
  { blobs }: UnitReaderPorts,
): Promise<UnitContent> => {
  const content = await blobs.get({ area: 'incoming', organizationId, name: scanId });
  if (!content) throw new ScanFailed('lockfile_not_found', 'The uploaded artifact is gone.');
  const inventory = inventoryOf(artifact, decodeUtf8(content));
  return { files: noFiles, inventory, skipped: [], close: () => undefined };
};

const readFiles = async (
  { organizationId, scanId }: Scan,
  { projectUnitId, type }: ScanUnit,
  { blobs, sourceArchive }: UnitReaderPorts,
): Promise<UnitContent> => {
  const archive = await blobs.open({ area: 'work', organizationId, name: `${scanId}/${projectUnitId}` });
  if (!archive) throw new Error('the files of the unit are gone');
  const { files, skipped } = await sourceArchive.unpack(archive);
  return { files, inventory: readInventory(files, type), skipped, close: () => files.close() };
};

/** Reads the files and the inventory of a unit. The caller closes the content. @throws ScanFailed */
export const readUnit = (scan: Scan, unit: ScanUnit, ports: UnitReaderPorts): Promise<UnitContent> =>
  scan.artifact ? readArtifact(scan, scan.artifact, ports) : readFiles(scan, unit, ports);
