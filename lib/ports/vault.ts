/** A sealed secret is bound to this. Opening it for anything else fails. */
export interface VaultContext {
  organization: string;
  repository: string;
}

export interface VaultSealer {
  /** @returns base64 ciphertext. */
  seal(plaintext: string, context: VaultContext): Promise<string>;
}

export interface VaultOpener {
  open(ciphertext: string, context: VaultContext): Promise<string>;
}
