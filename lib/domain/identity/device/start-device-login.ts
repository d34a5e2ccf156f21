import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs } from '@scangate/domain/instant';
import { tokenHash } from '../tokens.ts';
import { newDeviceCode, newUserCode, userCodeHash } from './device-secrets.ts';

/** The time for which a command line waits for its person, and the time between two polls. */
export const deviceLimits = { lifeSeconds: 600, intervalSeconds: 5 } as const;

/** Thrown when another command line has the same user code. */
class UserCodeConflict extends Conflict {}

/**
 * Begins the login of a command line: its two codes, and the records with their hashes.
 * @param random at least 92 bytes.
 */
export const startDeviceLogin = (
  random: Uint8Array,
  now: Date,
): { deviceCode: string; userCode: string; changes: Change<'deviceLogin' | 'deviceUserCode'>[] } => {
  const deviceCode = newDeviceCode(random.subarray(0, 60));
  const userCode = newUserCode(random.subarray(60));
  const deviceHash = tokenHash(deviceCode);
  const expiresAt = addMs(now, deviceLimits.lifeSeconds * 1000);
  const { intervalSeconds } = deviceLimits;
  const startedAt = now.toISOString();
  return {
    deviceCode,
    userCode,
    changes: [
      {
        change: 'insert',
        record: 'deviceLogin',
        item: { deviceHash, state: 'pending', startedAt, expiresAt, intervalSeconds },
      },
      {
        change: 'insert',
        record: 'deviceUserCode',
        item: { userCodeHash: userCodeHash(userCode), deviceHash, expiresAt },
        onConflict: () => new UserCodeConflict('the user codes'),
      },
    ],
  };
};
