import * as z from 'zod';
import { statementPayloadType } from '@scangate/domain/evidence/dsse';
import { sigstoreBundleType } from '@scangate/domain/evidence/sigstore-bundle';

const base64 = z.string().meta({ contentEncoding: 'base64' });

export const dsseEnvelope = z
  .object({
    payloadType: z.literal(statementPayloadType),
    payload: base64.meta({ description: 'An in-toto Statement v1, as JSON.' }),
    signatures: z.array(
      z.object({
        keyid: z.string().meta({ description: 'The RFC 7638 thumbprint of the key.' }),
        sig: base64.meta({
          description: 'ECDSA P-256 with SHA-256 over the pre-authentication encoding, DER.',
        }),
      }),
    ),
  })
  .meta({ id: 'DsseEnvelope' });

export const sigstoreBundle = z
  .object({
    mediaType: z.literal(sigstoreBundleType),
    verificationMaterial: z.object({
      publicKey: z.object({ hint: z.string() }),
      tlogEntries: z.array(z.unknown()).max(0),
      timestampVerificationData: z.object({ rfc3161Timestamps: z.array(z.unknown()).max(0) }),
    }),
    dsseEnvelope,
  })
  .meta({ id: 'SigstoreBundle' });

export const publicKeySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        y: z.string(),
        kid: z.string().meta({ description: 'The RFC 7638 thumbprint.' }),
        alg: z.literal('ES256'),
        key_ops: z
          .array(z.literal('verify'))
          .meta({ description: 'Empty for a revoked key, so that libraries refuse it.' }),
        state: z.enum(['signing', 'verifying', 'revoked']),
      }),
    ),
  })
  .meta({ id: 'PublicKeySet' });
