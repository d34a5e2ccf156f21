import { servePublic } from '#runtime/serve-public.ts';
import { wireVerificationKeys } from '#runtime/wire/keys/signer.ts';
import { publicKeySet } from '@scangate/domain/evidence/public-key-set';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { verificationKeys: wireVerificationKeys },
  async (_request, { verificationKeys }) => {
    const text = JSON.stringify(publicKeySet(await verificationKeys.keys()));
    return { status: 200, headers: { 'Content-Type': 'application/jwk-set+json' }, text };
  },
);
