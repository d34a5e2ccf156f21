/** A sealed secret is bound to this. Opening it for anything else fails. */
export interface RepositorySecretContext {
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

export interface SecretEncrypter<C = RepositorySecretContext> {
  /** @returns base64 ciphertext. */
  encrypt(plaintext: string, context: C): Promise<string>;
}

export interface SecretDecrypter<C = RepositorySecretContext> {
  decrypt(ciphertext: string, context: C): Promise<string>;
}
