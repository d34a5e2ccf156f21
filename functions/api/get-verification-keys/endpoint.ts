import { defineEndpoint } from '#contract/endpoint.ts';
import { publicKeySet } from '#contract/schemas/evidence/attestation.ts';

export const endpoint = defineEndpoint({
  name: 'get-verification-keys',
  method: 'GET',
  path: '/.well-known/scangate/keys',
  summary: 'Get the public keys that verify signed verdicts, releases and packs, as a JSON Web Key Set.',
  description:
    'Store it separately from what it verifies: a key that comes with a file proves nothing about the signer. The newest key comes first.',
  access: 'document',
  throttle: { rate: 100, burst: 200 },
  roles: [],
  scopes: [],
  responses: {
    200: { description: 'The key set.', schema: publicKeySet, mediaTypes: ['application/jwk-set+json'] },
  },
  problems: [],
  needs: { verificationKeys: 'read' },
});
