import type { SignInProvider } from '#ports/identity/sign-in.ts';

/** Stands in for lib/runtime/wire/sign-in.ts: nobody signs in by an issuer here. */
export const wireSignIn = (): SignInProvider => ({
  configuration: async () => undefined,
  authorizationUrl: async () => {
    throw new Error('there is no issuer');
  },
  exchange: async () => {
    throw new Error('there is no issuer');
  },
});
