import type { DsseEnvelope } from './dsse.ts';

export const sigstoreBundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/**
 * A Sigstore bundle v0.3 without a certificate and without a transparency log: it is verified by the service's own
 * key.
 */
export interface SigstoreBundle {
  mediaType: typeof sigstoreBundleType;
  verificationMaterial: {
    publicKey: { hint: string };
    tlogEntries: never[];
    timestampVerificationData: { rfc3161Timestamps: never[] };
  };
  dsseEnvelope: DsseEnvelope;
}

/** The Sigstore bundle of a signed statement, which names the key by its hint. */
export const sigstoreBundle = (envelope: DsseEnvelope): SigstoreBundle => ({
  mediaType: sigstoreBundleType,
  verificationMaterial: {
    publicKey: { hint: envelope.signatures[0]?.keyid ?? '' },
    tlogEntries: [],
    timestampVerificationData: { rfc3161Timestamps: [] },
  },
  dsseEnvelope: envelope,
});
