/** The context to which a sealed repository secret is bound. Opening it with any other context fails. */
export interface RepositorySecretContext {
  organization: string;
  repository: string;
}

/** The context to which the secret of an organization's own issuer is bound. */
export interface SsoSecretContext {
  organization: string;
  purpose: 'sso';
}

/** The context to which the secrets and the credential of a webhook or an integration are bound. */
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
