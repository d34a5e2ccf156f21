import { world } from '../endpoint-world.ts';

export const wireVaultSealer = () => ({
  seal: async (plaintext: string) => {
    world.sealed.push(plaintext);
    return `sealed-${world.sealed.length}`;
  },
});

export const wireSsoSecretSealer = () => wireVaultSealer();

export const wireSsoSecretOpener = () => ({ open: async (ciphertext: string) => `opened ${ciphertext}` });

/** A secret that a test can read again. */
export const wireSubscriberSecretSealer = () => ({
  seal: async (plaintext: string) => {
    world.sealed.push(plaintext);
    return `sealed:${plaintext}`;
  },
});

export const wireSubscriberSecretOpener = () => ({
  open: async (ciphertext: string) => ciphertext.replace(/^sealed:/, ''),
});
