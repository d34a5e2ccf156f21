import type { BlobReader } from '#ports/blobs.ts';
import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import type { SubscriberSecretContext, VaultOpener } from '#ports/vault.ts';

/** Adapters that a function seldom needs: their clients are loaded with the first call. */

const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
};

const lazyOpener = <C>(load: () => Promise<VaultOpener<C>>): VaultOpener<C> => {
  const opener = once(load);
  return { open: async (ciphertext, context) => (await opener()).open(ciphertext, context) };
};

export const wireLazyVaultOpener = (): VaultOpener =>
  lazyOpener(async () => (await import('./vault.ts')).wireVaultOpener());

export const wireLazySubscriberSecretOpener = (): VaultOpener<SubscriberSecretContext> =>
  lazyOpener(async () => (await import('./vault.ts')).wireSubscriberSecretOpener());

export const wireLazyPublicAddress = (): PublicAddress => {
  const address = once(async () => (await import('./public-address.ts')).wirePublicAddress());
  return { url: async () => (await address()).url() };
};

export const wireLazyEventDispatch = (): EventDispatch => {
  const adapter = once(async () => (await import('./event-functions.ts')).wireEventDispatch());
  return {
    dispatch: async (organizationId, events) => {
      if (events.length > 0) await (await adapter()).dispatch(organizationId, events);
    },
  };
};

export const wireLazyDeliveryStarter = (): DeliveryStarter => {
  const adapter = once(async () => (await import('./event-functions.ts')).wireDeliveryStarter());
  return { start: async (requests) => (await adapter()).start(requests) };
};

export const wireLazyBlobReader = (): BlobReader => {
  const reader = once(async () => (await import('./objects/blobs.ts')).wireBlobReader());
  return {
    get: async (...given) => (await reader()).get(...given),
    open: async (...given) => (await reader()).open(...given),
  };
};
