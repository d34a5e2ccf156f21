/** A sealed secret is bound to this. Opening it for anything else fails. */
export interface VaultContext {
  organization: string;
  repository: string;
}

/** The secret of an organization's own issuer is bound to this. */
export interface SsoSecretContext {
  organization: string;
  purpose: 'sso';
}

/** The secrets and the credential of a webhook or an integration are bound to this. */
export interface SubscriberSecretContext {
  organization: string;
  subscriber: string;
}

export interface VaultSealer<C = VaultContext> {
  /** @returns base64 ciphertext. */
  seal(plaintext: string, context: C): Promise<string>;
}

export interface VaultOpener<C = VaultContext> {
  open(ciphertext: string, context: C): Promise<string>;
}

/** The keys of fingerprints, which a reader of the fingerprints cannot read. */
export interface FingerprintKeys {
  /** Returns the key of an organization; it is always the same. */
  keyOf(organizationId: string): Promise<string>;
}

/** Signs statements about the ledger, and keeps them where they cannot be changed or deleted. */
export interface SealWitness {
  /** @returns a base64 ECDSA signature with SHA-256. */
  sign(bytes: Uint8Array): Promise<string>;
  verify(bytes: Uint8Array, signature: string): Promise<boolean>;
  /** Keeps a statement; one that is kept already stays as it is. */
  keep(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array | undefined>;
  /** Yields the names of kept statements that begin so. */
  names(prefix: string): AsyncIterable<string>;
}
