import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Signer, VerificationKey } from '#ports/signer.ts';

/** A signer with its public key, in the format of the service's key set. */
export interface FileSigner extends Signer {
  key: VerificationKey;
}

/** Signs with a P-256 private key in PEM, for those who have no KMS. @throws Error for any other key. */
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
