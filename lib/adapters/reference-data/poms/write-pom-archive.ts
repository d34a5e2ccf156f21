import { createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { UnreadableSource } from '../osv/record-source.ts';
import { coordinatesAt } from './pom-path.ts';

/** The same poms make the same archive on any day. */
const epoch = new Date('2000-01-01T00:00:00Z');

const isPomPath = (path: string): boolean => {
  try {
    coordinatesAt(path);
    return true;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
};

async function* pomsBelow(folder: string, path = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* pomsBelow(folder, inner);
    else if (entry.name.endsWith('.pom')) yield inner;
  }
}

/** The result of packing. */
export interface PomArchive {
  poms: number;
  /** The number of files that end in `.pom` without being at the path of one. */
  leftOut: number;
}

/**
 * Packs the poms of a local repository, such as `~/.m2/repository`, into an archive that can be imported. The
 * archive appears once it is complete.
 * @throws UnreadableSource when the folder cannot be read or has no pom.
 */
export const writePomArchive = async (folder: string, target: string): Promise<PomArchive> => {
  const zip = new ZipFile();
  const packed: PomArchive = { poms: 0, leftOut: 0 };
  const unfinished = `${target}.part`;
  try {
    for await (const path of pomsBelow(folder)) {
      const isFile = (await stat(join(folder, path))).isFile();
      if (!isFile || !isPomPath(path)) {
        packed.leftOut += 1;
        continue;
      }
      packed.poms += 1;
      zip.addFile(join(folder, path), path, { mtime: epoch, mode: 0o100644 });
    }
    if (packed.poms === 0) throw new UnreadableSource('the folder has no pom at the place of one');
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(unfinished));
    await rename(unfinished, target);
    return packed;
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof UnreadableSource) throw error;
    throw new UnreadableSource(`${folder} cannot be packed`, { cause: error });
  }
};
