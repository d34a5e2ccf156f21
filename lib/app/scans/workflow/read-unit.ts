import { Readable } from 'node:stream';
import type { Scan } from '@scangate/domain/records';
import { inventoryFromSbom } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readInventory, readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import type { Inventory } from '@scangate/engines/model/component';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { SkippedFile, SourceFiles } from '@scangate/engines/model/source-files';
import type { SourceArchive } from '#ports/source-archive.ts';
import type { UnitToAssess } from '#ports/unit-assessor.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';

interface UnitReaderPorts {
  content: AsyncIterable<Uint8Array>;
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

const inventoryOf = (artifact: NonNullable<Scan['artifact']>, content: Uint8Array): Inventory => {
  try {
    if (artifact.kind === 'lockfile') return readUploadedLockfile(artifact.path, decodeUtf8(content));
    return inventoryFromSbom(readSbomDocument(content).cycloneDx);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ScanFailed('lockfile_not_found', error.message);
    throw error;
  }
};

/** An uploaded lockfile or SBOM is the whole unit: there are no files beside it. */
const readArtifact = async (
  artifact: NonNullable<Scan['artifact']>,
  { content }: UnitReaderPorts,
): Promise<UnitContent> => {
  const inventory = inventoryOf(artifact, Buffer.concat(await Array.fromAsync(content)));
  return { files: noFiles, inventory, skipped: [], close: () => undefined };
};

const readFiles = async (
  { type }: UnitToAssess['unit'],
  { content, sourceArchive }: UnitReaderPorts,
): Promise<UnitContent> => {
  const { files, skipped } = await sourceArchive.unpack(Readable.from(content));
  return { files, inventory: readInventory(files, type), skipped, close: () => files.close() };
};

/** Reads the files and the inventory of a unit. The caller closes the content. @throws ScanFailed */
export const readUnit = ({ scan, unit }: UnitToAssess, ports: UnitReaderPorts): Promise<UnitContent> =>
  scan.artifact ? readArtifact(scan.artifact, ports) : readFiles(unit, ports);
