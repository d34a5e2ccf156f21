import { changeSso } from '#app/identity/sso/sso-settings.ts';
import { ssoEtag, ssoView } from '@scangate/domain/identity/sso/sso-settings';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSsoSecretEncrypter } from '#runtime/wire/secret-cipher.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, ssoSecrets: wireSsoSecretEncrypter },
  async ({ caller, body, headers, now }, ports) => {
    const edit = { caller, request: body, ifMatch: headers['if-match'] };
    const { settings, organization } = await changeSso(ports, edit, now);
    return { status: 200, headers: { ETag: ssoEtag(settings) }, body: ssoView(settings, organization) };
  },
);
