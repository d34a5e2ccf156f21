/** The payload type of an in-toto statement. */
export const statementPayloadType = 'application/vnd.in-toto+json';

export interface DsseSignature {
  keyid: string;
  sig: string;
}

/** A Dead Simple Signing Envelope, as JSON. Payload and signatures are base64. */
export interface DsseEnvelope {
  payloadType: string;
  payload: string;
  signatures: DsseSignature[];
}

/** Signed bytes with their signature in DER and the RFC 7638 thumbprint of the key. */
export interface SignedPayload {
  payloadType: string;
  payload: Uint8Array;
  keyId: string;
  signature: Uint8Array;
}

/** Returns the bytes over which the signature of an envelope is made, which bind the payload to its type. */
export const preAuthenticationEncoding = (payloadType: string, payload: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `),
    payload,
  ]);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The DSSE envelope of a signed payload. */
export const envelopeOf = ({ payloadType, payload, keyId, signature }: SignedPayload): DsseEnvelope => ({
  payloadType,
  payload: base64(payload),
  signatures: [{ keyid: keyId, sig: base64(signature) }],
});
