import type { TokenStore } from '#ports/identity/token-store.ts';
import { memoryTokenStore } from '#test/support/store/memory-token-store.ts';
import { world } from '../endpoint-world.ts';

const storeMethods = ['load', 'get', 'list', 'listDue', 'commit'] as const;

/** Handlers keep their ports, so that each method looks into `world` at each call. */
export const wireStore = () =>
  Object.fromEntries(
    storeMethods.map((name) => [
      name,
      (...args: never[]): unknown => Reflect.apply(world.store[name], world.store, args),
    ]),
  );

export const wireLoader = () => wireStore();

export const wireTokenStore = (): TokenStore => ({
  countRequest: (use) => memoryTokenStore(world.store).countRequest(use),
  countOrganization: (minute) => memoryTokenStore(world.store).countOrganization(minute),
});

export const activeScanLimit = () => world.activeScanLimit;
