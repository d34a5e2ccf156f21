import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobKey } from '#ports/blobs.ts';

export const ref = { organizationId: 'o', repositoryId: 'r', historyScanId: 'h' };

/** Objects as files of a directory, so that they take no memory. */
export const objectsIn = (directory: string) => {
  const pathOf = ({ name }: BlobKey): string => {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    return path;
  };
  return {
    get: async (key: BlobKey): Promise<Uint8Array | undefined> =>
      existsSync(pathOf(key)) ? readFileSync(pathOf(key)) : undefined,
    open: async (key: BlobKey): Promise<Readable | undefined> =>
      existsSync(pathOf(key)) ? createReadStream(pathOf(key)) : undefined,
    put: async (key: BlobKey, body: Uint8Array | string) => writeFileSync(pathOf(key), body),
    putStream: (key: BlobKey, body: Readable) => pipeline(body, createWriteStream(pathOf(key))),
  };
};
