import type { FileSpool } from '#adapters/source-archive/file-spool.ts';
import { unpackUnit } from '#adapters/source-archive/unit-archive.ts';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import type { Inventory } from '@scangate/engines/model/component';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { SourceFiles, SkippedFile } from '@scangate/engines/model/source-files';
import type { UnitType } from '@scangate/engines/model/project-unit';
import type { BlobReader } from '#ports/blobs.ts';
import { decodeUtf8 } from '#runtime/utf8.ts';
import { readUploadedLockfile, readInventory } from '@scangate/engines/inventory/read-inventory';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';

/** What the engines of one unit read. `close` frees what is on disk. */
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
const readArtifact = async (scan: Scan, blobs: BlobReader<'incoming'>): Promise<UnitContent> => {
  const { organizationId, scanId, artifact } = scan;
  const content = await blobs.get({ area: 'incoming', organizationId, name: scanId });
  if (!content || !artifact) throw new ScanFailed('lockfile_not_found', 'The uploaded artifact is gone.');
  const inventory = inventoryOf(artifact, decodeUtf8(content));
  return { files: noFiles, inventory, skipped: [], close: () => undefined };
};

const readFiles = async (scan: Scan, unit: ScanUnit, blobs: BlobReader<'work'>): Promise<UnitContent> => {
  const { organizationId, scanId } = scan;
  const archive = await blobs.open({ area: 'work', organizationId, name: `${scanId}/${unit.projectUnitId}` });
  if (!archive) throw new Error('the files of the unit are gone');
  const { files, skipped }: { files: FileSpool; skipped: SkippedFile[] } = await unpackUnit(archive);
  return {
    files,
    inventory: readInventory(files, unit.type as UnitType),
    skipped,
    close: () => files.close(),
  };
};

export const readUnit = async (
  scan: Scan,
  unit: ScanUnit,
  blobs: BlobReader<'work' | 'incoming'>,
): Promise<UnitContent> => (scan.artifact ? readArtifact(scan, blobs) : readFiles(scan, unit, blobs));
