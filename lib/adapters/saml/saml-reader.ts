import { SAML } from '@node-saml/node-saml';
import { SamlRefused, type SamlExpectation, type SamlReader } from '#ports/saml.ts';
import { readAssertion } from './read-assertion.ts';
import { requireStructure } from './require-structure.ts';
import { decodeResponse, parseXml } from './response-text.ts';
import { attribute, isNamed, theOne, type XmlElement } from './xml-elements.ts';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** @throws SamlRefused unless the response says of itself what it must; nothing else is read from it. */
const requireEnvelope = (response: XmlElement, { recipient }: SamlExpectation): void => {
  const status = theOne(theOne(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  if (attribute(status, 'Value') !== success) throw new SamlRefused('status');
  const destination = attribute(response, 'Destination');
  if (destination !== undefined && destination !== recipient) throw new SamlRefused('recipient');
};

/** Verifies the signatures. @returns the assertion as its signature covers it. @throws SamlRefused */
const verifiedAssertion = async (
  xml: string,
  isResponseSigned: boolean,
  { certificates, audience, recipient }: SamlExpectation,
): Promise<string> => {
  const saml = new SAML({
    issuer: audience,
    callbackUrl: recipient,
    idpCert: [...certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: isResponseSigned,
    // `readAssertion` judges audience and times, by the clock of the request and from the verified bytes.
    audience: false,
    acceptedClockSkewMs: -1,
  });
  try {
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
    const assertion = profile?.getAssertionXml?.();
    if (assertion === undefined) throw new Error('there is no assertion');
    return assertion;
  } catch (error) {
    throw new SamlRefused('signature', { cause: error });
  }
};

/**
 * Reads SAML responses. The shape is checked first, then the signatures, and what the assertion says is read from the
 * bytes that its signature covers (docs/adr/0072-saml.md).
 */
export const samlReader: SamlReader = {
  async read(response, expected) {
    try {
      const xml = decodeResponse(response);
      const root = parseXml(xml);
      const { isResponseSigned } = requireStructure(root);
      requireEnvelope(root, expected);
      const verified = parseXml(await verifiedAssertion(xml, isResponseSigned, expected));
      if (!isNamed(verified, 'assertion', 'Assertion')) throw new SamlRefused('one_assertion');
      const subject = readAssertion(verified, expected);
      const answered = attribute(root, 'InResponseTo');
      if (answered !== undefined && answered !== subject.inResponseTo) throw new SamlRefused('unasked');
      return subject;
    } catch (error) {
      // A document that no check foresaw is as little believed as one that a check refuses.
      throw error instanceof SamlRefused ? error : new SamlRefused('unreadable', { cause: error });
    }
  },
};
