import {
  SamlRefused,
  type SamlExpectation,
  type SamlReader,
  type SamlSubject,
} from '#ports/identity/saml.ts';
import { readAssertion } from './read-assertion.ts';
import { requireStructure } from './require-structure.ts';
import { decodeResponse, parseXml } from './response-text.ts';
import { verifySignature } from './verify-signature.ts';
import { attribute, isNamed, onlyChild, type XmlElement } from './xml-elements.ts';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** @throws SamlRefused unless the response has the required fields; nothing else is read from it. */
const requireEnvelope = (response: XmlElement, { recipient }: SamlExpectation): void => {
  const status = onlyChild(onlyChild(response, 'protocol', 'Status'), 'protocol', 'StatusCode');
  if (attribute(status, 'Value') !== success) throw new SamlRefused('status');
  const destination = attribute(response, 'Destination');
  if (destination !== undefined && destination !== recipient) throw new SamlRefused('recipient');
};

const readResponse = (text: string, expected: SamlExpectation): SamlSubject => {
  const xml = decodeResponse(text);
  const response = parseXml(xml);
  const { assertion, isResponseSigned } = requireStructure(response);
  requireEnvelope(response, expected);
  if (isResponseSigned) verifySignature(xml, response, expected.certificates);
  const verified = parseXml(verifySignature(xml, assertion, expected.certificates));
  if (!isNamed(verified, 'assertion', 'Assertion')) throw new SamlRefused('one_assertion');
  const subject = readAssertion(verified, expected);
  const answered = attribute(response, 'InResponseTo');
  if (answered !== undefined && answered !== subject.inResponseTo) throw new SamlRefused('unsolicited');
  return subject;
};

/**
 * Reads SAML responses. The structure is checked first, then the signatures, and the assertion is read from the
 * bytes that its signature covers (docs/adr/0072-saml.md).
 */
export const samlReader: SamlReader = {
  async read(response, expected) {
    try {
      return readResponse(response, expected);
    } catch (error) {
      // A document that no check foresaw is trusted as little as one that a check refuses.
      throw error instanceof SamlRefused ? error : new SamlRefused('unreadable', { cause: error });
    }
  },
};
