import { inflateRawSync } from 'node:zlib';
import { packed, signedResponse, type SamlKey } from '#test/support/saml/identity-provider.ts';
import { ids } from '../ids.ts';
import { samlKeyOf } from './saml-key.ts';

/** An assertion as its provider knows it. */
export interface GivenAssertion {
  /** The organization that it is for. */
  organizationId: string;
  email: string;
  /** Whether somebody else signed it. */
  isForged: boolean;
}

/** The form that a provider has the browser submit. */
export interface SamlForm {
  organizationId: string;
  form: { SAMLResponse: string };
}

const written = (xml: string, pattern: RegExp): string => {
  const [, found] = pattern.exec(xml) ?? [];
  if (found === undefined) throw new Error(`no ${pattern.source} in a request of the service`);
  return found;
};

/** Finds the id of the assertion in a form. */
export const assertionIn = (response: string): string | undefined =>
  /<saml:Assertion [^>]*\bID="([^"]+)"/.exec(Buffer.from(response, 'base64').toString())?.[1];

/**
 * The SAML identity provider of all organizations that have one, as that of a company with several: its entity ID and its key are
 * the same, and only the audience and the recipient tell for which of them an assertion is.
 */
export class SamlProvider {
  readonly entityId = 'https://idp.example.com/saml';
  readonly signInUrl = 'https://idp.example.com/saml/sso';
  readonly #key: SamlKey = samlKeyOf('p', 'q');
  /** The key of somebody else, who has a certificate of the same name. */
  readonly #forged: SamlKey = samlKeyOf('p', 'r');
  /** The assertions so far, by their ids. */
  readonly given = new Map<string, GivenAssertion>();

  get certificate(): string {
    return this.#key.certificate;
  }

  /** Whether a browser was sent here. */
  isAt(location: string): boolean {
    return location.startsWith(`${this.signInUrl}?`);
  }

  /** Answers a request for a sign-in. @param isForged whether somebody else does, with a key of their own. */
  answer(
    location: string,
    email: string,
    { now, isForged = false }: { now: number; isForged?: boolean },
  ): SamlForm {
    const request = new URL(location).searchParams.get('SAMLRequest') ?? '';
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
    const recipient = written(xml, /AssertionConsumerServiceURL="([^"]+)"/);
    const organizationId = written(recipient, /\/v1\/sso\/([0-9a-f-]{36})\/acs$/);
    const assertionId = `_${ids.uuid()}`;
    this.given.set(assertionId, { organizationId, email, isForged });
    const facts = {
      assertionId,
      responseId: `_${ids.uuid()}`,
      issuer: this.entityId,
      recipient,
      audience: written(xml, /<saml:Issuer>([^<]+)</),
      inResponseTo: written(xml, / ID="([^"]+)"/),
      nameId: `subject of ${email}`,
      attributes: { email: [email] },
      now: new Date(now),
    };
    const signed = signedResponse(facts, isForged ? this.#forged : this.#key);
    return { organizationId, form: { SAMLResponse: packed(signed) } };
  }
}
