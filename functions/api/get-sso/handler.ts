import { loadSso } from '#app/identity/sso/sso-settings.ts';
import { ssoEtag, ssoView } from '@scangate/domain/identity/sso/sso-settings';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, { store }) => {
  const { settings, organization } = await loadSso(store, caller.organizationId);
  return { status: 200, headers: { ETag: ssoEtag(settings) }, body: ssoView(settings, organization) };
});
