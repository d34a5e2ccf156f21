import type { SourceArchive } from '#ports/source-archive.ts';
import { FileSpool } from './file-spool.ts';
import { packUnit, unpackUnit } from './unit-archive.ts';

/** Spools files on the local disk and packs units as gzipped tar. */
export const tarSourceArchive: SourceArchive = {
  openSpool: () => new FileSpool(),
  pack: packUnit,
  unpack: (archive) => unpackUnit(archive),
};

/** Unpacks into a file that is already open, where no other can be opened. */
export const unpackInto = (descriptor: number): Pick<SourceArchive, 'unpack'> => ({
  unpack: (archive) => unpackUnit(archive, new FileSpool(descriptor)),
});
