import { ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a temporary file for data that is too large for memory. The name is removed as soon as the file is open, so
 * that no customer data remains on disk after the process dies.
 * @returns the descriptor, which the caller closes.
 */
export const openTemporaryFile = (): number => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-'));
  const descriptor = openSync(join(directory, 'pack'), 'wx+', 0o600);
  rmSync(directory, { recursive: true });
  return descriptor;
};

/** Writes a file from its start and replaces its content. @returns the number of bytes. */
export const writeTo = async (descriptor: number, chunks: AsyncIterable<Buffer>): Promise<number> => {
  ftruncateSync(descriptor);
  let written = 0;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length;) {
      const count = writeSync(descriptor, chunk, at, chunk.length - at, written);
      at += count;
      written += count;
    }
  return written;
};
