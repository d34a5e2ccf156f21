import type { SubscriberSecretContext, VaultOpener } from '#ports/vault.ts';
import { once } from './once.ts';

const lazyOpener = <C>(load: () => Promise<VaultOpener<C>>): VaultOpener<C> => {
  const opener = once(load);
  return { open: async (ciphertext, context) => (await opener()).open(ciphertext, context) };
};

export const wireLazyVaultOpener = (): VaultOpener =>
  lazyOpener(async () => (await import('#runtime/wire/vault.ts')).wireVaultOpener());

export const wireLazySubscriberSecretOpener = (): VaultOpener<SubscriberSecretContext> =>
  lazyOpener(async () => (await import('#runtime/wire/vault.ts')).wireSubscriberSecretOpener());
