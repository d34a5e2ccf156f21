import { SamlRefused } from '#ports/identity/saml.ts';
import {
  allElements,
  attribute,
  childrenOf,
  isNamed,
  named,
  onlyChild,
  type XmlElement,
} from './xml-elements.ts';

const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha';
const signatureMethods: readonly string[] = [`${rsa}256`, `${rsa}512`];
const digestMethods: readonly string[] = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
];
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const transforms: readonly string[] = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive];

const algorithmOf = (element: XmlElement): string => attribute(element, 'Algorithm') ?? '';

/**
 * Checks that a signature covers its parent, and nothing else, by current algorithms.
 * @throws SamlRefused
 */
const requireSignature = (signature: XmlElement, parent: XmlElement): void => {
  const isKnown = childrenOf(signature).every((child) =>
    ['SignedInfo', 'SignatureValue', 'KeyInfo'].some((name) => isNamed(child, 'signature', name)),
  );
  if (!isKnown) throw new SamlRefused('signature_content');
  const info = onlyChild(signature, 'signature', 'SignedInfo');
  onlyChild(signature, 'signature', 'SignatureValue');
  if (algorithmOf(onlyChild(info, 'signature', 'CanonicalizationMethod')) !== exclusive)
    throw new SamlRefused('canonicalization');
  if (!signatureMethods.includes(algorithmOf(onlyChild(info, 'signature', 'SignatureMethod'))))
    throw new SamlRefused('signature_algorithm');
  const reference = onlyChild(info, 'signature', 'Reference');
  if (!digestMethods.includes(algorithmOf(onlyChild(reference, 'signature', 'DigestMethod'))))
    throw new SamlRefused('digest_algorithm');
  const used = named(onlyChild(reference, 'signature', 'Transforms'), 'signature', 'Transform').map(
    algorithmOf,
  );
  if (used.length !== 2 || !transforms.every((transform) => used.includes(transform)))
    throw new SamlRefused('transforms');
  if (attribute(reference, 'URI') !== `#${attribute(parent, 'ID')}`)
    throw new SamlRefused('signature_reference');
};

/** @throws SamlRefused for an id that is missing or that two elements share, in any spelling of the attribute. */
const requireUniqueIds = (elements: readonly XmlElement[]): void => {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ name }) => /^(?:.*:)?id$/i.test(name))
      .map(({ value }) => value),
  );
  if (new Set(ids).size < ids.length) throw new SamlRefused('id_twice');
};

/**
 * Checks the structure of a response before any of it is trusted: one assertion, directly in the response, signed by
 * itself; at most one more signature, of the response. Every signature wrapping attack has another structure.
 * @returns the assertion, and whether the response is signed as well.
 * @throws SamlRefused
 */
export const requireStructure = (
  response: XmlElement,
): { assertion: XmlElement; isResponseSigned: boolean } => {
  if (!isNamed(response, 'protocol', 'Response')) throw new SamlRefused('not_a_response');
  const elements = allElements(response);
  // By local name: another namespace does not make a second assertion harmless.
  const count = (name: string): number => elements.filter(({ localName }) => localName === name).length;
  if (count('EncryptedAssertion') > 0 || count('EncryptedID') > 0) throw new SamlRefused('encrypted');
  if (count('Response') !== 1 || count('Assertion') !== 1) throw new SamlRefused('one_assertion');
  requireUniqueIds(elements);
  const assertion = onlyChild(response, 'assertion', 'Assertion');
  const ofResponse = named(response, 'signature', 'Signature');
  if (named(assertion, 'signature', 'Signature').length === 0) throw new SamlRefused('unsigned');
  requireSignature(onlyChild(assertion, 'signature', 'Signature'), assertion);
  if (ofResponse.length > 0) requireSignature(onlyChild(response, 'signature', 'Signature'), response);
  if (count('Signature') !== 1 + ofResponse.length) throw new SamlRefused('signatures');
  return { assertion, isResponseSigned: ofResponse.length > 0 };
};
