import { SamlRefused, type SamlExpectation, type SamlSubject } from '#ports/identity/saml.ts';
import { attribute, named, textOf, onlyChild, type XmlElement } from './xml-elements.ts';

const skewMs = 60_000;
/** Longer texts are not a subject, address or group. */
const maxText = 256;
const maxAttributes = 100;
const maxValues = 200;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** The names under which identity providers send an address. */
const addressNames = [
  'email',
  'mail',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const addressPattern = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/** Values by which identity providers state that two factors were used. */
const multiFactor: readonly string[] = [
  'http://schemas.microsoft.com/claims/multipleauthn',
  'https://refeds.org/profile/mfa',
];
const methodsAttribute = 'http://schemas.microsoft.com/claims/authnmethodsreferences';

/**
 * Reads an instant.
 * @throws SamlRefused for one that is present but malformed.
 */
const instantOf = (element: XmlElement, name: string): number | undefined => {
  const text = attribute(element, name);
  if (text === undefined) return undefined;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text);
  const at = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new SamlRefused('instant');
  return at;
};

/**
 * @throws SamlRefused outside of `NotBefore` and `NotOnOrAfter`.
 * @returns the end, if there is one.
 */
const requirePeriod = (element: XmlElement, now: Date): number | undefined => {
  const [from, end] = [instantOf(element, 'NotBefore'), instantOf(element, 'NotOnOrAfter')];
  if (from !== undefined && now.getTime() + skewMs < from) throw new SamlRefused('too_early');
  if (end !== undefined && now.getTime() - skewMs >= end) throw new SamlRefused('expired');
  return end;
};

/** @throws SamlRefused unless each audience restriction names this service. */
const requireConditions = (assertion: XmlElement, { audience, now }: SamlExpectation): number | undefined => {
  const conditions = onlyChild(assertion, 'assertion', 'Conditions');
  const restrictions = named(conditions, 'assertion', 'AudienceRestriction');
  const isMeant = restrictions.every((restriction) =>
    named(restriction, 'assertion', 'Audience').map(textOf).includes(audience),
  );
  if (restrictions.length === 0 || !isMeant) throw new SamlRefused('audience');
  return requirePeriod(conditions, now);
};

/**
 * Reads the subject of the assertion, and the request that it answers.
 * @throws SamlRefused
 */
const readSubject = (assertion: XmlElement, { recipient, now }: SamlExpectation) => {
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  const nameId = onlyChild(subject, 'assertion', 'NameID');
  const confirmation = onlyChild(subject, 'assertion', 'SubjectConfirmation');
  if (attribute(confirmation, 'Method') !== bearer) throw new SamlRefused('confirmation');
  const data = onlyChild(confirmation, 'assertion', 'SubjectConfirmationData');
  if (attribute(data, 'Recipient') !== recipient) throw new SamlRefused('recipient');
  const expiresAt = requirePeriod(data, now);
  const inResponseTo = attribute(data, 'InResponseTo');
  if (expiresAt === undefined) throw new SamlRefused('no_expiry');
  if (inResponseTo === undefined) throw new SamlRefused('unsolicited');
  const name = textOf(nameId);
  if (name === '' || name.length > maxText || attribute(nameId, 'Format') === transient)
    throw new SamlRefused('name_id');
  return { name, inResponseTo, expiresAt };
};

const readAttributes = (assertion: XmlElement): Record<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const statement of named(assertion, 'assertion', 'AttributeStatement'))
    for (const element of named(statement, 'assertion', 'Attribute').slice(0, maxAttributes)) {
      const name = attribute(element, 'Name') ?? '';
      const values = named(element, 'assertion', 'AttributeValue')
        .slice(0, maxValues)
        .map(textOf)
        .filter((text) => text !== '' && text.length <= maxText);
      found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  return Object.fromEntries(found);
};

const emailOf = (attributes: Record<string, readonly string[]>, name: string): string | undefined =>
  [
    ...addressNames.map((known) => (Object.hasOwn(attributes, known) ? attributes[known]?.[0] : undefined)),
    name,
  ].find((text) => text !== undefined && addressPattern.test(text));

/** Reads how and when the person signed in. A sign-in in the future counts from now. @throws SamlRefused */
const readSignIn = (assertion: XmlElement, attributes: Record<string, readonly string[]>, now: Date) => {
  const statement = onlyChild(assertion, 'assertion', 'AuthnStatement');
  const at = instantOf(statement, 'AuthnInstant');
  const end = instantOf(statement, 'SessionNotOnOrAfter');
  if (at === undefined || at > now.getTime() + skewMs) throw new SamlRefused('authn_instant');
  if (end !== undefined && now.getTime() - skewMs >= end) throw new SamlRefused('expired');
  const context = onlyChild(statement, 'assertion', 'AuthnContext');
  const classes = named(context, 'assertion', 'AuthnContextClassRef').map(textOf);
  const methods = [...classes, ...(attributes[methodsAttribute] ?? [])].slice(0, 20);
  const isMultiFactor = methods.some((method) => multiFactor.includes(method));
  return {
    signedInAt: new Date(Math.min(at, now.getTime())).toISOString(),
    amr: [...new Set([...methods, ...(isMultiFactor ? ['mfa'] : [])])],
  };
};

/**
 * Reads an assertion whose signature was verified, from exactly the verified bytes.
 * @throws SamlRefused
 */
export const readAssertion = (assertion: XmlElement, expected: SamlExpectation): SamlSubject => {
  if (textOf(onlyChild(assertion, 'assertion', 'Issuer')) !== expected.entityId)
    throw new SamlRefused('issuer');
  const assertionId = attribute(assertion, 'ID');
  if (assertionId === undefined || attribute(assertion, 'Version') !== '2.0')
    throw new SamlRefused('version');
  const conditionsEnd = requireConditions(assertion, expected);
  const { name, inResponseTo, expiresAt } = readSubject(assertion, expected);
  const attributes = readAttributes(assertion);
  const end = Math.max(expiresAt, conditionsEnd ?? expiresAt) + skewMs;
  return {
    assertionId,
    inResponseTo,
    expiresAt: new Date(end).toISOString(),
    subject: name,
    email: emailOf(attributes, name),
    attributes,
    ...readSignIn(assertion, attributes, expected.now),
  };
};
