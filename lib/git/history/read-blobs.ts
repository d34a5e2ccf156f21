import { setImmediate } from 'node:timers/promises';
import type { ObjectStore } from '../object-format.ts';

export interface BlobsQuestion {
  ids: readonly string[];
  /** Larger files are skipped. */
  fileBytes: number;
  /** See HistoryQuestion. */
  workBytes: number;
}

/** The contents of files by their ids, each once, in the requested order. */
export interface FetchedBlobs {
  files: AsyncIterable<{ id: string; content: Uint8Array }>;
  /** The ids of files that are too large, complete when `files` is exhausted. */
  large: string[];
  /** The ids of files that the repository does not have, complete when `files` is exhausted. */
  missing: string[];
}

/** Reads files by their ids. Closes the store when the walk ends. @throws GitFailure while reading. */
export const readBlobs = (
  store: ObjectStore,
  { ids, fileBytes }: BlobsQuestion,
  signal: AbortSignal,
): FetchedBlobs => {
  const large: string[] = [];
  const missing: string[] = [];
  const files = async function* () {
    try {
      for (const id of new Set(ids)) {
        await setImmediate();
        signal.throwIfAborted();
        const blob = store.read(id, fileBytes);
        if (blob === 'too_large') large.push(id);
        else if (blob?.type === 'blob') yield { id, content: blob.content };
        else missing.push(id);
      }
    } finally {
      store.close();
    }
  };
  return { files: files(), large, missing };
};
