import { serviceProviderMetadata } from '@scangate/domain/identity/sso/saml-request';
import { Problem } from '@scangate/domain/problem';
import { servePublic } from '#runtime/serve-public.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { publicAddress: wirePublicAddress },
  async ({ params }, { publicAddress }) => {
    const publicUrl = await publicAddress.url();
    if (publicUrl === undefined) throw new Problem('conflict', { detail: 'No sign-in is set up here.' });
    return {
      status: 200,
      headers: { 'Content-Type': 'application/samlmetadata+xml' },
      text: serviceProviderMetadata(publicUrl, params.organizationId.toLowerCase()),
    };
  },
);
