import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Signer, VerificationKey } from '#ports/signer.ts';

/** A signer with its public key, as the key set of the service has keys. */
export interface FileSigner extends Signer {
  key: VerificationKey;
}

/** Signs with a private key on P-256 in PEM, for whoever has no KMS. @throws Error for another key. */
export const fileSigner = async (pem: string): Promise<FileSigner> => {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('the key is not on P-256');
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const keyId = await calculateJwkThumbprint(publicKey.export({ format: 'jwk' }) as JWK);
  return {
    key: { keyId, spki, state: 'signing' },
    sign: async (bytes) => ({
      keyId,
      signature: sign('sha256', bytes, { key: privateKey, dsaEncoding: 'der' }),
    }),
  };
};
