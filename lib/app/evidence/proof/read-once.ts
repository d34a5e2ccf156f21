import { Readable } from 'node:stream';
import { requireProofSize } from '@scangate/domain/evidence/proof-size';
import type { BlobKey, BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';

/**
 * Reads each object once, however many writers need it, and stops when all of them together are too large for a
 * proof.
 */
export const readBlobsOnce = (blobs: BlobReader<'results'>): BlobReader<'results'> => {
  const known = new Map<string, Promise<Uint8Array | undefined>>();
  let bytes = 0;
  const read = async (key: BlobKey<'results'>): Promise<Uint8Array | undefined> => {
    const content = await blobs.get(key);
    bytes += content?.length ?? 0;
    requireProofSize(bytes);
    return content;
  };
  const get = (key: BlobKey<'results'>): Promise<Uint8Array | undefined> => {
    const found = known.get(key.name) ?? read(key);
    known.set(key.name, found);
    return found;
  };
  const open = async (key: BlobKey<'results'>): Promise<Readable | undefined> => {
    const content = await get(key);
    return content && Readable.from([content]);
  };
  return { get, open };
};

type Records = Store<'repository' | 'policy'>;

/** Reads each record once. */
export const readRecordsOnce = (store: Pick<Records, 'get'>): Pick<Records, 'get'> => {
  const known = new Map<string, ReturnType<Records['get']>>();
  const get: Records['get'] = (record, id, options) => {
    const name = JSON.stringify([record, id]);
    const found = known.get(name) ?? store.get(record, id, options);
    known.set(name, found);
    return found as ReturnType<typeof get<typeof record>>;
  };
  return { get };
};
