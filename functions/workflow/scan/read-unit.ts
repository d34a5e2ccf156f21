import type { FileSpool } from '../../../lib/adapters/unit-files/file-spool.ts';
import { unpackUnit } from '../../../lib/adapters/unit-files/unit-archive.ts';
import type { Scan, ScanUnit } from '../../../lib/domain/records.ts';
import type { Inventory } from '../../../lib/domain/scans/component.ts';
import { ScanFailed } from '../../../lib/domain/scans/failure.ts';
import type { Files, SkippedFile } from '../../../lib/domain/scans/files.ts';
import type { UnitType } from '../../../lib/domain/scans/project-unit.ts';
import type { BlobReader } from '../../../lib/ports/blobs.ts';
import { textOf } from '../../../lib/runtime/text.ts';
import { inventoryOfLockfile, readInventory } from '../../../lib/scanners/inventory/read-inventory.ts';
import { inventoryOfSbom } from '../../../lib/scanners/inventory/inventory-of-sbom.ts';
import { UnreadableFile } from '../../../lib/scanners/inventory/unreadable-file.ts';

/** What the engines of one unit read. `close` frees what is on disk. */
export interface ReadUnit {
  files: Files;
  inventory: Inventory;
  skipped: SkippedFile[];
  close(): void;
}

const noFiles: Files = {
  entries: [],
  read: () => {
    throw new Error('an artifact has no files');
  },
};

const inventoryOf = (artifact: NonNullable<Scan['artifact']>, text: string): Inventory => {
  try {
    if (artifact.kind === 'lockfile') return inventoryOfLockfile(artifact.path, text);
    return inventoryOfSbom(JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ScanFailed('lockfile_not_found', error.message);
    throw error;
  }
};

/** An uploaded lockfile or SBOM is the whole unit: there are no files beside it. */
const readArtifact = async (scan: Scan, blobs: BlobReader<'incoming'>): Promise<ReadUnit> => {
  const { organizationId, scanId, artifact } = scan;
  const content = await blobs.get({ area: 'incoming', organizationId, name: scanId });
  if (!content || !artifact) throw new ScanFailed('lockfile_not_found', 'The uploaded artifact is gone.');
  const inventory = inventoryOf(artifact, textOf(content));
  return { files: noFiles, inventory, skipped: [], close: () => undefined };
};

const readFiles = async (scan: Scan, unit: ScanUnit, blobs: BlobReader<'work'>): Promise<ReadUnit> => {
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
): Promise<ReadUnit> => (scan.artifact ? readArtifact(scan, blobs) : readFiles(scan, unit, blobs));
