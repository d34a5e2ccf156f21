import { generateKeyPairSync } from 'node:crypto';
import { codeOf } from '#test/simulation/cloud/keys.ts';
import type { World } from '#test/simulation/start/world.ts';

/**
 * The key by which statements are signed for the programs that check them offline: signatures of the emulator of KMS are
 * codes, which these programs do not know. What is signed here was checked by its code before.
 */
export const pairOfAuditors = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

export const publicKeyOfAuditors = Buffer.from(
  pairOfAuditors.publicKey.export({ type: 'spki', format: 'pem' }),
);

/** The objects of the locked bucket: statements about seals, and proofs of erasures. */
export const sealsBucket = ({ cloud }: World): ReadonlyMap<string, Buffer> =>
  cloud.objects.bucket(process.env['LEDGER_SEALS_BUCKET'] ?? '');

/** Whether the key of the ledger signed this. */
export const isCode = (bytes: Uint8Array, signature: string): boolean =>
  codeOf(process.env['LEDGER_KEY_ID'] ?? '', bytes).equals(Buffer.from(signature, 'base64'));
