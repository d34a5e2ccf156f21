import { Readable } from 'node:stream';
import type { Scan } from '@scangate/domain/records';
import { inventoryFromSbomReader } from '@scangate/engines/inventory/cyclonedx/inventory-from-sbom';
import { readSbomDocument } from '@scangate/engines/sbom/conversions/read-sbom-document';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readInventory, readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import type { PublishedPomCache } from '@scangate/engines/inventory/pom-resolution/published-pom-cache';
import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import { isResolvedByPoms } from '@scangate/engines/units/recognize-file';
import type { Inventory } from '@scangate/engines/model/component';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { SkippedFile, SourceFiles } from '@scangate/engines/model/source-files';
import type { SourceArchive } from '#ports/source-archive.ts';
import type { UnitToAssess } from '#ports/unit-assessor.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';
import { freeBuffer } from '#app/free-buffer.ts';
import { gatherBytes } from '#app/gather-bytes.ts';

interface UnitReaderPorts {
  content: AsyncIterable<Uint8Array>;
  publishedPoms: PublishedPoms;
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

/** Loads the poms that builds need. Units without a Maven or Gradle build load nothing for it. */
const pomsFor = async (
  files: SourceFiles,
  published: PublishedPoms,
): Promise<PublishedPomCache | undefined> => {
  if (!files.entries.some(({ path }) => isResolvedByPoms(path))) return undefined;
  const { loadPoms } = await import('@scangate/engines/inventory/pom-resolution/load-poms');
  return loadPoms(files, published);
};

/** Decodes each artifact only once, and frees its bytes before it is parsed: the parsers take many times its length. */
const inventoryOf = async (
  artifact: NonNullable<Scan['artifact']>,
  content: Uint8Array,
  { publishedPoms }: Pick<UnitReaderPorts, 'publishedPoms'>,
): Promise<Inventory> => {
  const decoded = (): void => freeBuffer(content);
  try {
    if (artifact.kind !== 'lockfile')
      return inventoryFromSbomReader(() => readSbomDocument(content, { decoded }).cycloneDx);
    const { path } = artifact;
    const files = { entries: [{ path, sizeBytes: content.length }], read: () => content };
    const poms = await pomsFor(files, publishedPoms);
    const text = decodeUtf8(content);
    decoded();
    return readUploadedLockfile(path, text, poms);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ScanFailed('lockfile_not_found', error.message);
    throw error;
  }
};

/** An uploaded lockfile or SBOM is the whole unit: there are no other files. */
const readArtifact = async (
  artifact: NonNullable<Scan['artifact']>,
  { content, publishedPoms }: UnitReaderPorts,
): Promise<UnitContent> => {
  const inventory = await inventoryOf(artifact, await gatherBytes(content), { publishedPoms });
  return { files: noFiles, inventory, skipped: [], close: () => undefined };
};

const readFiles = async (
  { type }: UnitToAssess['unit'],
  { content, sourceArchive, publishedPoms }: UnitReaderPorts,
): Promise<UnitContent> => {
  const { files, skipped } = await sourceArchive.unpack(Readable.from(content));
  try {
    const inventory = readInventory(files, type, await pomsFor(files, publishedPoms));
    return { files, inventory, skipped, close: () => files.close() };
  } catch (error) {
    files.close();
    throw error;
  }
};

/** Reads the files and the inventory of a unit. The caller closes the content. @throws ScanFailed */
export const readUnit = ({ scan, unit }: UnitToAssess, ports: UnitReaderPorts): Promise<UnitContent> =>
  scan.artifact ? readArtifact(scan.artifact, ports) : readFiles(unit, ports);
