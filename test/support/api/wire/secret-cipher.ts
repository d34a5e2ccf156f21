import { world } from '../endpoint-world.ts';

export const wireRepositorySecretEncrypter = () => ({
  encrypt: async (plaintext: string) => {
    world.sealed.push(plaintext);
    return `sealed-${world.sealed.length}`;
  },
});

export const wireSsoSecretEncrypter = () => wireRepositorySecretEncrypter();

export const wireSsoSecretDecrypter = () => ({
  decrypt: async (ciphertext: string) => `opened ${ciphertext}`,
});

/** A secret that a test can read again. */
export const wireSubscriberSecretEncrypter = () => ({
  encrypt: async (plaintext: string) => {
    world.sealed.push(plaintext);
    return `sealed:${plaintext}`;
  },
});

export const wireSubscriberSecretDecrypter = () => ({
  decrypt: async (ciphertext: string) => ciphertext.replace(/^sealed:/, ''),
});
