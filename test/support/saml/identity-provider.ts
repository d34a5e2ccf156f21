import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { selfSignedCertificate } from '@scangate/emulator-identity/saml/certificate';
import { noon } from '#test/support/world.ts';

/** A key of an identity provider, with its certificate. */
export interface SamlKey {
  privateKey: KeyObject;
  /** The base64 of the DER. */
  certificate: string;
}

let made = 0;

export const newSamlKey = (bits = 2048): SamlKey => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const pem = selfSignedCertificate({ keyId: `key-${++made}`, privateKey, publicKey }, 'idp');
  return { privateKey, certificate: pem.replaceAll(/-----.*-----|\n/g, '') };
};

export const idpEntityId = 'https://idp.example.com/saml';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export interface AssertionFacts {
  recipient: string;
  audience: string;
  inResponseTo: string | undefined;
  assertionId?: string;
  responseId?: string;
  issuer?: string;
  /** The XML of the NameID's text. */
  nameId?: string;
  nameIdFormat?: string;
  attributes?: Readonly<Record<string, readonly string[]>>;
  contextClass?: string;
  /** Moves all instants. */
  now?: Date;
  authnInstant?: string;
  status?: string;
}

const instant = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/** The XML of an assertion, unsigned. */
export const assertionXml = (facts: AssertionFacts): string => {
  const { recipient, audience, inResponseTo, now = noon } = facts;
  const attributes = Object.entries(facts.attributes ?? {}).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values
        .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${facts.assertionId ?? `_${randomUUID()}`}"` +
    ` Version="2.0" IssueInstant="${instant(now, 0)}"><saml:Issuer>${facts.issuer ?? idpEntityId}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${facts.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">` +
    `${facts.nameId ?? 'person-1'}</saml:NameID><saml:SubjectConfirmation Method="${bearer}">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${instant(now, 300)}" Recipient="${recipient}"${answers}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(now, -300)}" NotOnOrAfter="${instant(now, 300)}"><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${facts.authnInstant ?? instant(now, -5)}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>${facts.contextClass ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'}` +
    `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (attributes.length > 0
      ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`
      : '') +
    `</saml:Assertion>`
  );
};

/** The XML of a response around assertions, unsigned. */
export const responseXml = (facts: AssertionFacts, content: string): string => {
  const { recipient, inResponseTo, now = noon } = facts;
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${facts.responseId ?? `_${randomUUID()}`}"` +
    ` Version="2.0" IssueInstant="${instant(now, 0)}" Destination="${recipient}"${answers}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${facts.issuer ?? idpEntityId}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${facts.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'}"/></samlp:Status>` +
    `${content}</samlp:Response>`
  );
};

export interface SignOptions {
  element?: 'Assertion' | 'Response';
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
}

/** Signs an element of a document as identity providers do: enveloped, after the Issuer. */
export const signXml = (
  xml: string,
  key: SamlKey,
  { element = 'Assertion', signatureAlgorithm = rsaSha256, digestAlgorithm = sha256 }: SignOptions = {},
): string => {
  const signature = new SignedXml({
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: signatureAlgorithm as never,
    canonicalizationAlgorithm: exclusive,
    getKeyInfoContent: () => `<X509Data><X509Certificate>${key.certificate}</X509Certificate></X509Data>`,
  });
  const xpath = `//*[local-name(.)='${element}']`;
  signature.addReference({
    xpath,
    transforms: [enveloped, exclusive],
    digestAlgorithm: digestAlgorithm as never,
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
};

/** A response with a signed assertion, as Entra sends it by default. */
export const signedResponse = (facts: AssertionFacts, key: SamlKey, options?: SignOptions): string =>
  signXml(responseXml(facts, assertionXml(facts)), key, options);

/** A response that is signed around its signed assertion, as Okta sends it by default. */
export const doublySignedResponse = (facts: AssertionFacts, key: SamlKey): string =>
  signXml(signedResponse(facts, key), key, { element: 'Response' });

/** A response as the POST binding carries it. */
export const packed = (xml: string): string => Buffer.from(xml).toString('base64');
