import { sha256 } from '@scangate/engines/model/digest';
import type { ObjectStore } from '#ports/blobs.ts';
import { digestInKey } from './object-keys.ts';

/** Reads an object that is stored under its digest. @throws Error when it is missing or damaged. */
export const verifiedObject = async (
  objects: Pick<ObjectStore, 'get'>,
  key: string,
  what: string,
): Promise<Uint8Array> => {
  const bytes = await objects.get(key);
  if (!bytes) throw new Error(`the ${what} ${key} is missing`);
  if (sha256(bytes) !== digestInKey(key)) throw new Error(`the ${what} ${key} is damaged`);
  return bytes;
};
