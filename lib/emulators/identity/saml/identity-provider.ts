import { Constants, IdentityProvider, ServiceProvider } from 'samlify';
import type { Person } from '../person.ts';
import { signingKey } from '../signing-key.ts';
import type { AuthnRequest } from './authn-request.ts';
import { selfSignedCertificate } from './certificate.ts';
import { samlStyles, type SamlOptions, type SamlStyle } from './provider-options.ts';
import { unsignedResponse } from './response-template.ts';

/** A SAML identity provider with people of its own. */
export interface SamlIdentityProvider {
  readonly entityId: string;
  /** The certificate in PEM. */
  readonly certificate: string;
  metadata(): string;
  /** Answers a request. @returns the response in base64, as the POST binding carries it. */
  answer(request: AuthnRequest, person: Person): Promise<string>;
}

/** Opens an identity provider whose entity ID is its address below `origin`. */
export const openIdentityProvider = async (
  { path, style: styleName }: Pick<SamlOptions, 'path' | 'style'>,
  { folder, origin }: { folder: string; origin: string },
): Promise<SamlIdentityProvider> => {
  const entityId = `${origin}/saml/${path}`;
  const style: SamlStyle = samlStyles[styleName];
  const key = await signingKey(folder, `saml-${path}`);
  const certificate = selfSignedCertificate(key, entityId);
  const { post, redirect } = Constants.namespace.binding;
  const provider = IdentityProvider({
    entityID: entityId,
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signingCert: certificate,
    nameIDFormat: [style.nameIdFormat],
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    singleSignOnService: [redirect, post].map((binding) => ({
      Binding: binding,
      Location: `${entityId}/sso`,
    })),
  });
  return {
    entityId,
    certificate,
    metadata: () => provider.getMetadata(),
    answer: async (request, person) => {
      const recipient = ServiceProvider({
        entityID: request.issuer,
        assertionConsumerService: [{ Binding: post, Location: request.acsUrl }],
        wantAssertionsSigned: true,
        wantMessageSigned: style.signsResponse,
      });
      const facts = { entityId, style, person, request, now: Date.now() };
      const { context } = await provider.createLoginResponse(recipient, { extract: {} }, 'post', {}, () =>
        unsignedResponse(facts),
      );
      return context;
    },
  };
};
