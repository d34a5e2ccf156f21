import { SamlRefused } from '#ports/identity/saml.ts';

const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

type NamespaceName = keyof typeof namespaces;

/** The part of the DOM that is used here; the platform has no types for it. */
export interface XmlNode {
  readonly nodeType: number;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly textContent: string | null;
}

export interface XmlElement extends XmlNode {
  readonly namespaceURI: string | null;
  readonly localName: string | null;
  readonly attributes: ArrayLike<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
}

const elementNode = 1;

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === elementNode;

/** The child elements of an element. */
export const childrenOf = (element: XmlNode): XmlElement[] =>
  Array.from(element.childNodes).filter(isElement);

export const isNamed = (element: XmlElement, namespace: NamespaceName, name: string): boolean =>
  element.namespaceURI === namespaces[namespace] && element.localName === name;

/** The children of this name. */
export const named = (element: XmlNode, namespace: NamespaceName, name: string): XmlElement[] =>
  childrenOf(element).filter((child) => isNamed(child, namespace, name));

/** The only child of this name. @throws SamlRefused */
export const onlyChild = (element: XmlNode, namespace: NamespaceName, name: string): XmlElement => {
  const [first, ...others] = named(element, namespace, name);
  if (!first || others.length > 0) throw new SamlRefused(`one_${name.toLowerCase()}`);
  return first;
};

/** Every element below, in any order, and the element itself. It does not recurse. */
export const allElements = (root: XmlElement): XmlElement[] => {
  const found = [root];
  for (let index = 0; index < found.length; index++) {
    const element = found[index];
    if (element) found.push(...childrenOf(element));
  }
  return found;
};

/** The value of an attribute; undefined when it is missing or empty. */
export const attribute = (element: XmlElement, name: string): string | undefined =>
  element.getAttribute(name) || undefined;

/** The text of an element that holds nothing but text. @throws SamlRefused */
export const textOf = (element: XmlElement): string => {
  if (childrenOf(element).length > 0) throw new SamlRefused('text_expected');
  return (element.textContent ?? '').trim();
};
