import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Signer, VerificationKey, VerificationKeys } from '#ports/signer.ts';

interface TestKey extends VerificationKey {
  privateKey: KeyObject;
}

const thumbprintOf = (publicKey: KeyObject): string => {
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
};

const newKey = (): TestKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return { privateKey, spki, keyId: thumbprintOf(publicKey), state: 'signing' };
};

/** Signs with keys in this process, the newest first. */
export class TestSigner implements Signer, VerificationKeys {
  /** The number of signatures that were asked for. */
  asked = 0;
  /** Fails like a key that does not answer. */
  isSilent = false;
  all: TestKey[] = [newKey()];

  get newest(): TestKey {
    const [key] = this.all;
    if (!key) throw new Error('there is a key');
    return key;
  }

  /** Makes a new key that signs from now on. */
  rotate(): void {
    for (const key of this.all) if (key.state === 'signing') key.state = 'verifying';
    this.all.unshift(newKey());
  }

  revoke(keyId: string): void {
    for (const key of this.all) if (key.keyId === keyId) key.state = 'revoked';
  }

  async sign(bytes: Uint8Array): Promise<{ keyId: string; signature: Uint8Array }> {
    this.asked += 1;
    if (this.isSilent) throw new Error('the signing key did not respond in time');
    const { keyId, privateKey } = this.newest;
    return { keyId, signature: sign('sha256', bytes, privateKey) };
  }

  async keys(): Promise<VerificationKey[]> {
    return this.all.map(({ keyId, spki, state }) => ({ keyId, spki, state }));
  }
}

/** The ports by which a scan ends signed. */
export const testSigning = () => ({
  signer: new TestSigner(),
  publicAddress: { url: async () => 'https://scangate.example' },
});
