import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeFileAtomically } from '@scangate/emulator-host/data-folder';

/** An RSA key of 2048 bits that one emulator signs with. */
export interface SigningKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const storedKey = (path: string): KeyObject | undefined => {
  try {
    return createPrivateKey(readFileSync(path));
  } catch {
    // A missing or unreadable key is created.
    return undefined;
  }
};

const newKey = async (path: string): Promise<KeyObject> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileAtomically(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  return privateKey;
};

/**
 * Reads the key of an emulator from the data folder, or creates it on first use.
 * @param name distinguishes the keys of different emulators.
 */
export const signingKey = async (folder: string, name: string): Promise<SigningKey> => {
  const path = join(folder, 'identity', `${name}.pem`);
  const privateKey = storedKey(path) ?? (await newKey(path));
  const publicKey = createPublicKey(privateKey);
  const digest = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return { keyId: digest.digest('base64url').slice(0, 16), privateKey, publicKey };
};

/** The public key as a member of a JSON Web Key Set. */
export const publicJwk = ({ keyId, publicKey }: SigningKey) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid: keyId,
  use: 'sig',
  alg: 'RS256',
});
