import type { Providers } from '#ports/integrations/provider.ts';
import { world } from '../endpoint-world.ts';

export const wireProviders = (): Providers => ({
  of: async (kind) => ({
    check: async (connection) => {
      world.tried.push({ kind, ...connection });
      if (world.providerFailure) throw world.providerFailure;
      return { target: `${kind} of Acme` };
    },
  }),
});
