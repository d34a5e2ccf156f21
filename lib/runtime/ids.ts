import { randomBytes, randomUUID } from 'node:crypto';
import type { Ids } from '#ports/ids.ts';

/** Makes a UUID of version 7 (RFC 9562): 48 bits of milliseconds, then random bits. */
const uuidV7 = (now: Date): string => {
  const random = randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const hex = now.getTime().toString(16).padStart(12, '0') + random.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

export const ids: Ids = { uuid: randomUUID, scanId: uuidV7, bytes: (count) => randomBytes(count) };

/** Draws a number from 0 up to, but not including, 1. */
export const random = (): number => Math.random();
