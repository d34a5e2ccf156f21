import {
  assertionXml,
  responseXml,
  signedResponse,
  signXml,
  type AssertionFacts,
  type SamlKey,
} from './identity-provider.ts';

const element = (xml: string, name: string): string => {
  const found = new RegExp(`<${name}[ >][\\s\\S]*</${name}>`).exec(xml)?.[0];
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

const signatureOf = (xml: string): string => element(xml, 'ds:Signature');
const without = (xml: string, part: string): string => xml.replace(part, '');
/** Puts XML behind the first end tag of this name. */
const behind = (xml: string, endTag: string, added: string): string =>
  xml.replace(endTag, () => endTag + added);
/** Puts XML before the last end tag of this name. */
const atEndOf = (xml: string, name: string, added: string): string => {
  const at = xml.lastIndexOf(`</${name}>`);
  return xml.slice(0, at) + added + xml.slice(at);
};

/**
 * Makes the eight wrappings of a signature (Somorovsky and others, "On Breaking SAML", 2012): a genuine signed part stays
 * in the document, and a forged one stands where a careless reader looks.
 * @param forged what the forger wants to be.
 */
export const wrappedResponses = (
  facts: AssertionFacts,
  forged: Partial<AssertionFacts>,
  key: SamlKey,
): Record<string, string> => {
  const genuine = { ...facts, assertionId: '_genuine', responseId: '_response' };
  const evil = { ...facts, ...forged, assertionId: '_evil', responseId: '_evil-response' };
  const ofResponse = signXml(responseXml(genuine, assertionXml(genuine)), key, { element: 'Response' });
  const signature = signatureOf(ofResponse);
  const bareResponse = without(ofResponse, signature);
  const evilResponse = responseXml(evil, assertionXml(evil));
  const afterIssuer = '</saml:Issuer>';

  const ofAssertion = signedResponse(genuine, key);
  const assertion = element(ofAssertion, 'saml:Assertion');
  const assertionSignature = signatureOf(assertion);
  const bareAssertion = without(assertion, assertionSignature);
  const evilAssertion = assertionXml(evil);
  const around = (content: string): string => responseXml(genuine, content);
  const inObject = (sign: string, content: string): string =>
    atEndOf(sign, 'ds:Signature', `<ds:Object>${content}</ds:Object>`);

  return {
    'XSW1: a forged response, with the genuine one within its signature': behind(
      evilResponse,
      afterIssuer,
      inObject(signature, bareResponse),
    ),
    'XSW2: a forged response, with the genuine one before its signature': behind(
      evilResponse,
      afterIssuer,
      bareResponse + signature,
    ),
    'XSW3: a forged assertion before the genuine one': around(evilAssertion + assertion),
    'XSW4: a forged assertion around the genuine one': around(
      atEndOf(evilAssertion, 'saml:Assertion', assertion),
    ),
    'XSW5: a forged assertion with the genuine signature, and the genuine assertion after it': around(
      behind(evilAssertion, afterIssuer, assertionSignature) + bareAssertion,
    ),
    'XSW6: a forged assertion whose signature contains the genuine assertion': around(
      behind(evilAssertion, afterIssuer, atEndOf(assertionSignature, 'ds:Signature', bareAssertion)),
    ),
    'XSW7: a forged assertion in extensions before the genuine one': around(
      `<samlp:Extensions>${evilAssertion}</samlp:Extensions>${assertion}`,
    ),
    'XSW8: a forged assertion whose signature contains the genuine one in an object': around(
      behind(evilAssertion, afterIssuer, inObject(assertionSignature, bareAssertion)),
    ),
  };
};
