import type { Ids } from '#ports/ids.ts';
import { bytesOfThread, noteId } from '../scheduler/chance-of-ids.ts';

const randomBytes = (count: number): Uint8Array => Uint8Array.from(bytesOfThread(count));

const textOf = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** Sets the version and the variant of an id (RFC 9562). */
const stamped = (bytes: Uint8Array, version: number): Uint8Array => {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes;
};

const uuid = (): ReturnType<typeof crypto.randomUUID> => {
  const id = textOf(stamped(randomBytes(16), 4));
  noteId(id);
  return id as never;
};

const scanId = (now: Date): string => {
  const bytes = randomBytes(16);
  const time = Buffer.from(now.getTime().toString(16).padStart(12, '0'), 'hex');
  bytes.set(time, 0);
  const id = textOf(stamped(bytes, 7));
  noteId(id);
  return id;
};

/** Stands in for lib/runtime/ids.ts: ids that follow from the seed. */
export const ids: Ids = { uuid, scanId, bytes: randomBytes };

export const random = (): number => Math.random();
