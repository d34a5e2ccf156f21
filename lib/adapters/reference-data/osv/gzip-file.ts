import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const gzipMagic = Buffer.from([0x1f, 0x8b]);

/** Returns whether a file is compressed with gzip, by its first bytes. */
export const isPacked = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(gzipMagic.length), { position: 0 });
    return buffer.equals(gzipMagic);
  } finally {
    await file.close();
  }
};

/** Opens a compressed file as a stream of its content. */
export const unpacked = (path: string): Readable => {
  const packed = createReadStream(path);
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  return packed.pipe(gunzip);
};
