import { signInProviders } from '#app/identity/sessions/sign-in-providers.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireSignIn } from '#runtime/wire/sign-in.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(endpoint, { signIn: wireSignIn }, async (_request, { signIn }) => ({
  status: 200,
  body: { items: await signInProviders(signIn) },
}));
