import { isUtf8 } from 'node:buffer';
import { DOMParser } from '@xmldom/xmldom';
import { SamlRefused } from '#ports/identity/saml.ts';
import type { XmlElement } from './xml-elements.ts';

/** A response with a hundred groups has less than a tenth of this. */
const maxBytes = 262_144;
/** Bounds the elements, and with them the depth, so that recursive code of libraries does not run out of stack. */
const maxTags = 4_000;
/** Bounds the attributes, which libraries compare with each other. */
const maxEqualsSigns = 8_000;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const declaration =
  /^\uFEFF?\s*(?:<\?xml\s+version="1\.0"(?:\s+encoding="(?:UTF-8|utf-8)")?(?:\s+standalone="(?:yes|no)")?\s*\?>)?/;

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/**
 * Decodes the text of a response. Document types, entities, comments, CDATA sections and processing instructions are
 * refused anywhere: no identity provider needs one, and parsers disagree about them.
 * @throws SamlRefused
 */
export const decodeResponse = (response: string): string => {
  const packed = response.replaceAll(/\s/g, '');
  if (packed.length > maxBytes * (4 / 3) + 4) throw new SamlRefused('too_large');
  if (!base64.test(packed)) throw new SamlRefused('not_base64');
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.length > maxBytes) throw new SamlRefused('too_large');
  if (!isUtf8(bytes)) throw new SamlRefused('not_utf8');
  // An XML processor normalizes each line ending to a line feed before the signature is computed (XML 1.0, 2.11).
  const xml = bytes.toString('utf8').replace(declaration, '').replaceAll(/\r\n?/g, '\n');
  if (xml.includes('<!') || xml.includes('<?')) throw new SamlRefused('markup_refused');
  if (countOf(xml, '<') > maxTags || countOf(xml, '=') > maxEqualsSigns)
    throw new SamlRefused('too_many_elements');
  return xml;
};

/**
 * Parses well-formed XML.
 * @returns its root.
 * @throws SamlRefused
 */
export const parseXml = (xml: string): XmlElement => {
  const fail = (): never => {
    throw new SamlRefused('malformed_xml');
  };
  try {
    const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
    const document = parser.parseFromString(xml, 'text/xml') as unknown as {
      documentElement?: XmlElement | null;
    };
    return document?.documentElement ?? fail();
  } catch (error) {
    throw error instanceof SamlRefused ? error : new SamlRefused('malformed_xml', { cause: error });
  }
};
