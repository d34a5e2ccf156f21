import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes data that is too large for memory to a temporary file. The name is removed as soon as the file is open, so
 * that no customer data stays on disk when the process dies.
 * @returns the descriptor, open for reading; the caller closes it.
 */
export const writeTemporaryFile = async (chunks: AsyncIterable<Buffer>): Promise<number> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-'));
  const descriptor = openSync(join(directory, 'pack'), 'wx+', 0o600);
  rmSync(directory, { recursive: true });
  try {
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
};
