import { decodeUtf8 } from './decode-utf8.ts';

/** Thrown for a document stored by this service that is cut off or changed. */
export class DamagedDocument extends Error {}

/**
 * Parses a document that this service stored as JSON, in an object of its buckets or in a row. This is the one place where such
 * a text becomes a type, which is that of the use case that wrote it: nobody else can write there, and digests and signatures
 * are checked by those who depend on them. Documents whose form may change carry a `format`, which their readers check.
 * @throws DamagedDocument for a text that is no object or list in JSON
 */
export const storedJson = <T extends object>(content: Uint8Array | string): T => {
  const text = typeof content === 'string' ? content : decodeUtf8(content);
  try {
    const document = JSON.parse(text) as unknown;
    if (typeof document === 'object' && document !== null) return document as T;
  } catch {
    // The message of the parser quotes the text, which may be a customer's.
  }
  throw new DamagedDocument('a stored document is damaged');
};
