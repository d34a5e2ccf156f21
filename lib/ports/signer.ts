/** A public key of the service, with which anybody can check its statements. */
export interface VerificationKey {
  /** The RFC 7638 thumbprint. */
  keyId: string;
  /** SubjectPublicKeyInfo, DER. */
  spki: Uint8Array;
  state: 'signing' | 'verifying' | 'revoked';
}

/** Signs statements with the newest key of the deployment: ECDSA P-256 with SHA-256. */
export interface Signer {
  /** @returns the key, and the signature in DER. @throws Transient when the signing key does not respond in time. */
  sign(bytes: Uint8Array): Promise<{ keyId: string; signature: Uint8Array }>;
}

export interface VerificationKeys {
  keys(): Promise<VerificationKey[]>;
}
