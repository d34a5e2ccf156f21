import type { SignInProvider } from '#ports/identity/sign-in.ts';
import { world } from '../endpoint-world.ts';

/** Without a provider of the world nobody can sign in, as in a deployment without `publicUrl`. */
export const wireSignIn = (): SignInProvider => ({
  configuration: async () => world.signIn?.configuration(),
  authorizationUrl: async (...args) => provider().authorizationUrl(...args),
  exchange: async (...args) => provider().exchange(...args),
});

const provider = (): SignInProvider => {
  if (!world.signIn) throw new Error('the world has no sign-in');
  return world.signIn;
};
