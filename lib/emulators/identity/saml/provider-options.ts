import type { Person } from '../person.ts';

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const microsoft = 'http://schemas.microsoft.com';

/** The format of one product's responses. */
export interface SamlStyle {
  /** Format of the NameID, and the member of the person that it contains. */
  nameIdFormat: string;
  nameId: 'email' | 'subject';
  /** Format of the attribute names. */
  attributeNameFormat: string;
  /** The name of the attribute for each member of a person. */
  attributes: Readonly<Partial<Record<keyof Person, string>>>;
  authnContext: string;
  /** Whether the response is signed in addition to the assertion. */
  signsResponse: boolean;
  notBeforeSeconds: number;
  lifetimeSeconds: number;
}

/** Formats of two identity providers with their default settings. */
export const samlStyles = {
  okta: {
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    nameId: 'email',
    attributeNameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified',
    attributes: { email: 'email', name: 'displayName', groups: 'groups' },
    authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    signsResponse: true,
    notBeforeSeconds: 300,
    lifetimeSeconds: 300,
  },
  entra: {
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    nameId: 'subject',
    attributeNameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
    attributes: {
      subject: `${microsoft}/identity/claims/objectidentifier`,
      name: `${microsoft}/identity/claims/displayname`,
      email: `${claims}/emailaddress`,
      groups: `${microsoft}/ws/2008/06/identity/claims/groups`,
    },
    authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    signsResponse: false,
    notBeforeSeconds: 300,
    lifetimeSeconds: 3_600,
  },
} as const satisfies Record<string, SamlStyle>;
export type SamlStyleName = keyof typeof samlStyles;

/** A SAML identity provider. The options cross to a thread, so they are plain data. */
export interface SamlOptions {
  /** The segment of its path below `/saml/`. */
  path: string;
  title: string;
  style: SamlStyleName;
  people: Person[];
  /** The domain of generated addresses. */
  domain: string;
}
