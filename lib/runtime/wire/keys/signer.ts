import { KMSClient } from '@aws-sdk/client-kms';
import { kmsPublicKeys } from '#adapters/kms/public-keys.ts';
import { kmsSigner, kmsVerificationKeys, type DeployedKey } from '#adapters/kms/signer.ts';
import type { Signer, VerificationKeys } from '#ports/signer.ts';
import { env } from '#runtime/env.ts';

const client = new KMSClient();
/** The signer and the key set of a function share a cache of public keys. */
const readPublicKey = kmsPublicKeys(client);

const stateOf = (text: string | undefined): DeployedKey['state'] => {
  if (text === 'signing' || text === 'verifying' || text === 'revoked') return text;
  throw new Error(`a verification key is ${text}`);
};

/** Reads `arn=state` pairs. */
const deployedKeys = (text: string): DeployedKey[] =>
  text.split(',').map((pair) => {
    const [keyId = '', state] = pair.split('=');
    return { keyId, state: stateOf(state) };
  });

export const wireSigner = (): Signer => kmsSigner(client, env('SIGNING_KEY_ID'), readPublicKey);
export const wireVerificationKeys = (): VerificationKeys =>
  kmsVerificationKeys(deployedKeys(env('VERIFICATION_KEYS')), readPublicKey);
