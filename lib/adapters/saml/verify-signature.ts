import { SignedXml } from 'xml-crypto';
import { SamlRefused } from '#ports/identity/saml.ts';
import { onlyChild, type XmlElement } from './xml-elements.ts';

const pemOf = (certificate: string): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;

/**
 * Verifies by one certificate.
 * @returns the bytes that the signature covers; undefined when this key did not sign.
 */
const signedBytes = (xml: string, signature: XmlElement, certificate: string): string | undefined => {
  // A certificate in the document itself is never used.
  const signed = new SignedXml({ publicCert: pemOf(certificate), getCertFromKeyInfo: () => null });
  signed.loadSignature(signature as never);
  try {
    if (!signed.checkSignature(xml)) return undefined;
  } catch {
    return undefined;
  }
  const [bytes, ...others] = signed.getSignedReferences();
  return others.length === 0 ? bytes : undefined;
};

/**
 * Verifies the signature of an element, whose structure was checked before (`requireStructure`).
 * @param xml the document of the element.
 * @param certificates any of which may have signed, since an identity provider has two while it rotates its key.
 * @returns the element as the signature covers it: nothing else may be trusted.
 * @throws SamlRefused
 */
export const verifySignature = (
  xml: string,
  element: XmlElement,
  certificates: readonly string[],
): string => {
  const signature = onlyChild(element, 'signature', 'Signature');
  for (const certificate of certificates) {
    const bytes = signedBytes(xml, signature, certificate);
    if (bytes !== undefined) return bytes;
  }
  throw new SamlRefused('signature');
};
