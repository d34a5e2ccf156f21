import { deflateRawSync } from 'node:zlib';
import type { Instant } from '@scangate/domain/records';

/** The URLs by which an organization's identity provider knows this service. */
export const serviceProvider = (publicUrl: string, organizationId: string) => {
  const base = `${publicUrl.replace(/\/$/, '')}/v1/sso/${organizationId}`;
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` };
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (found) => entities[found] ?? '');

/** An XML id begins with a letter or an underscore, unlike a state. */
const idPrefix = '_';

/** Returns the state of the sign-in that a SAML response answers; undefined for the id of another request. */
export const stateOfRequest = (id: string): string | undefined =>
  id.startsWith(idPrefix) ? id.slice(idPrefix.length) : undefined;

interface SamlRequest {
  state: string;
  organizationId: string;
  /** The URL of the identity provider. */
  signInUrl: string;
  publicUrl: string;
  /** Requests a new authentication of the person. */
  isRecent: boolean;
  now: Instant;
}

const authnRequest = (
  { state, signInUrl, isRecent, now }: SamlRequest,
  { entityId, acsUrl }: { entityId: string; acsUrl: string },
): string =>
  `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
  ` ID="${escaped(idPrefix + state)}" Version="2.0" IssueInstant="${now}" Destination="${escaped(signInUrl)}"` +
  `${isRecent ? ' ForceAuthn="true"' : ''} AssertionConsumerServiceURL="${escaped(acsUrl)}"` +
  ` ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">` +
  `<saml:Issuer>${escaped(entityId)}</saml:Issuer><samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`;

/** Returns the URL to which the browser is redirected: an AuthnRequest by the redirect binding. */
export const samlRequestUrl = (request: SamlRequest): string => {
  const { signInUrl, publicUrl, organizationId } = request;
  const xml = authnRequest(request, serviceProvider(publicUrl, organizationId));
  const url = new URL(signInUrl);
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  return url.href;
};

/**
 * Returns the metadata that an identity provider imports. It only holds URLs that follow from the organization's id.
 */
export const serviceProviderMetadata = (publicUrl: string, organizationId: string): string => {
  const { entityId, acsUrl } = serviceProvider(publicUrl, organizationId);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}">` +
    `<md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true"` +
    ` protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">` +
    `<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>` +
    `<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>` +
    `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"` +
    ` Location="${escaped(acsUrl)}" index="0" isDefault="true"/>` +
    `</md:SPSSODescriptor></md:EntityDescriptor>\n`
  );
};
