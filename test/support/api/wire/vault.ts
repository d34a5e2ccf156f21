import { world } from '../endpoint-world.ts';

export const wireVaultSealer = () => ({
  seal: async (plaintext: string) => {
    world.sealed.push(plaintext);
    return `sealed-${world.sealed.length}`;
  },
});

export const wireSsoSecretSealer = () => wireVaultSealer();

export const wireSsoSecretOpener = () => ({ open: async (ciphertext: string) => `opened ${ciphertext}` });
