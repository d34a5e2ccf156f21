import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file on disk for what is too large for memory. Its name is removed as soon as it is open: whatever happens to this
 * process, nothing of a customer's stays behind.
 * @returns the descriptor, open for reading; whoever takes it closes it.
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
