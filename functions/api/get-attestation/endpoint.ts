import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { dsseEnvelope, sigstoreBundle } from '#contract/schemas/evidence/attestation.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-attestation',
  method: 'GET',
  path: '/v1/scans/{scanId}/attestation',
  summary: 'Get the signed verdict of a scan, as a DSSE envelope or by `Accept` as a Sigstore bundle.',
  description: [
    'The payload is an in-toto Statement v1 with a SLSA Verification Summary v1; the keys that verify it are at',
    '`/.well-known/scangate/keys`. It stays after the details of the scan were removed. `judgment` names a later',
    'judgment by its `inputsDigest`. What is not signed yet needs a plan with proof_export.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject({
    judgment: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .optional(),
  }),
  responses: {
    200: {
      description: 'The signed verdict.',
      schema: dsseEnvelope,
      mediaTypes: ['application/vnd.dsse.envelope.v1+json'],
      alternatives: { 'application/vnd.dev.sigstore.bundle.v0.3+json': sigstoreBundle },
    },
  },
  problems: ['scan_not_found', 'scan_not_ended', 'not_attested', 'not_found', 'entitlement_denied'],
  needs: {
    core: 'write',
    blobs: { read: ['results'] },
    signing: 'sign',
    verificationKeys: 'read',
    publicAddress: true,
  },
});
