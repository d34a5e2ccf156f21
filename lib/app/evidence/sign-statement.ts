import {
  preAuthenticationEncoding,
  statementPayloadType,
  type SignedPayload,
} from '@scangate/domain/evidence/dsse';
import type { Attestation } from '@scangate/domain/records';
import type { Signer } from '#ports/signer.ts';

/**
 * Signs bytes together with their type.
 * @throws Error when the key does not respond in time.
 */
export const signPayload = async (
  { payloadType, payload }: Pick<SignedPayload, 'payloadType' | 'payload'>,
  signer: Signer,
): Promise<SignedPayload> => {
  const signed = await signer.sign(preAuthenticationEncoding(payloadType, payload));
  return { payloadType, payload, ...signed };
};

/** The judgment of an attestation that states the first verdict of its scan. */
export const firstVerdict = 'first';

/** Identifies the attested verdict or later judgment of a scan. */
export type AttestedVerdict = Pick<Attestation, 'organizationId' | 'scanId' | 'judgment'>;

/**
 * Signs the text of a statement for its record.
 * @throws Error when the key does not respond in time.
 */
export const signAttestation = async (
  { statement, ...of }: AttestedVerdict & Pick<Attestation, 'statement'>,
  signer: Signer,
  now: Date,
): Promise<Attestation> => {
  const payload = Buffer.from(statement);
  const { keyId, signature } = await signPayload({ payloadType: statementPayloadType, payload }, signer);
  return {
    ...of,
    statement,
    signature: Buffer.from(signature).toString('base64'),
    keyId,
    signedAt: now.toISOString(),
  };
};
