import { deploymentProvider } from '#app/identity/sessions/organization-issuer.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireSignIn } from '#runtime/wire/sign-in.ts';
import { endpoint } from './endpoint.ts';

const provider = { providerId: deploymentProvider, label: 'Sign in', startUrl: '/v1/session/start' };

export const handler = servePublic(endpoint, { signIn: wireSignIn }, async (_request, { signIn }) => ({
  status: 200,
  body: { items: (await signIn.configuration()) ? [provider] : [] },
}));
