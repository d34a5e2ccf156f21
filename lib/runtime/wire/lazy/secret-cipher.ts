import type { SubscriberSecretContext, SecretDecrypter } from '#ports/secret-cipher.ts';
import { once } from './once.ts';

const lazyDecrypter = <C>(load: () => Promise<SecretDecrypter<C>>): SecretDecrypter<C> => {
  const decrypter = once(load);
  return { decrypt: async (ciphertext, context) => (await decrypter()).decrypt(ciphertext, context) };
};

export const wireLazyRepositorySecretDecrypter = (): SecretDecrypter =>
  lazyDecrypter(async () => (await import('#runtime/wire/secret-cipher.ts')).wireRepositorySecretDecrypter());

export const wireLazySubscriberSecretDecrypter = (): SecretDecrypter<SubscriberSecretContext> =>
  lazyDecrypter(async () => (await import('#runtime/wire/secret-cipher.ts')).wireSubscriberSecretDecrypter());
