import { randomUUID } from 'node:crypto';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import type { Person } from '../person.ts';
import type { SamlStyle } from './provider-options.ts';

/** The content of a response, and its recipient. */
export interface ResponseFacts {
  entityId: string;
  style: SamlStyle;
  person: Person;
  /** The request that is answered. */
  request: { id: string; issuer: string; acsUrl: string };
  /** The time in milliseconds since the epoch. */
  now: number;
}

const namespaces =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

const attribute = (name: string, values: readonly string[], format: string): string =>
  `<saml:Attribute Name="${escapeMarkup(name)}" NameFormat="${format}">${values
    .map((value) => `<saml:AttributeValue>${escapeMarkup(value)}</saml:AttributeValue>`)
    .join('')}</saml:Attribute>`;

const attributeStatement = ({ style, person }: ResponseFacts): string => {
  const written = Object.entries(style.attributes).flatMap(([member, name]) => {
    const value = person[member as keyof Person];
    const values = Array.isArray(value) ? value : [String(value)];
    return values.length === 0 ? [] : [attribute(name, values, style.attributeNameFormat)];
  });
  return `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>`;
};

const assertion = (facts: ResponseFacts): string => {
  const { entityId, style, person, request, now } = facts;
  const at = (offsetSeconds: number): string => new Date(now + offsetSeconds * 1000).toISOString();
  const [requestId, acsUrl] = [escapeMarkup(request.id), escapeMarkup(request.acsUrl)];
  return `<saml:Assertion ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${escapeMarkup(entityId)}</saml:Issuer><saml:Subject><saml:NameID Format="${style.nameIdFormat}">${escapeMarkup(person[style.nameId])}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${requestId}" NotOnOrAfter="${at(style.lifetimeSeconds)}" Recipient="${acsUrl}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-style.notBeforeSeconds)}" NotOnOrAfter="${at(style.lifetimeSeconds)}"><saml:AudienceRestriction><saml:Audience>${escapeMarkup(request.issuer)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_${randomUUID()}"><saml:AuthnContext><saml:AuthnContextClassRef>${style.authnContext}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributeStatement(facts)}</saml:Assertion>`;
};

/** Writes a response with one assertion, without signatures. */
export const unsignedResponse = (facts: ResponseFacts): { id: string; context: string } => {
  const { entityId, request, now } = facts;
  const id = `_${randomUUID()}`;
  const context = `<samlp:Response ${namespaces} ID="${id}" Version="2.0" IssueInstant="${new Date(now).toISOString()}" Destination="${escapeMarkup(request.acsUrl)}" InResponseTo="${escapeMarkup(request.id)}"><saml:Issuer>${escapeMarkup(entityId)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion(facts)}</samlp:Response>`;
  return { id, context };
};
