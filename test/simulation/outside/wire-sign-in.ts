import type { SignInProvider } from '#ports/identity/sign-in.ts';
import { currentSurroundings } from './surroundings.ts';

/** Stands in for lib/runtime/wire/sign-in.ts: issuers in memory, of which documents are known already. */
export const wireSignIn = (): SignInProvider => ({
  configuration: async () => {
    const { issuer } = currentSurroundings().identity;
    const signUp = { signUp: 'off' } as const;
    return { issuer, clientId: 'scangate', publicUrl: 'https://scangate.example', signUp };
  },
  authorizationUrl: async (request, own) => currentSurroundings().identity.authorizationUrl(request, own),
  exchange: async (answer, own) => {
    const { boundary, identity } = currentSurroundings();
    const call = { service: 'identity', operation: 'exchange', isWrite: true };
    return boundary.call(call, () => identity.exchange(answer, own));
  },
});
