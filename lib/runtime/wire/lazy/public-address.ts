import type { PublicAddress } from '#ports/mail/public-address.ts';
import { once } from './once.ts';

export const wireLazyPublicAddress = (): PublicAddress => {
  const address = once(async () => (await import('#runtime/wire/public-address.ts')).wirePublicAddress());
  return { url: async () => (await address()).url() };
};
