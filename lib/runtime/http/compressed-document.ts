import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { sha256 } from '@scangate/engines/model/digest';
import { matchesEtag } from './matches-etag.ts';

/** A text that is the same for everybody. */
interface PublicDocument {
  text: string;
  contentType: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
}

type DocumentAnswer =
  | { status: 200; headers: Record<string, string>; stream: Readable }
  | { status: 304; headers: Record<string, string> };

const takesGzip = (acceptEncoding = ''): boolean =>
  acceptEncoding
    .toLowerCase()
    .split(',')
    .some((entry) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/.test(entry));

/** Returns the responses for a document: 304 for its ETag, otherwise the text, compressed if the client accepts it. */
export const compressedDocument = ({ text, contentType, policy }: PublicDocument) => {
  const plain = Buffer.from(text);
  const gzip = gzipSync(plain, { level: 9 });
  const ETag = `"${sha256(text).slice(0, 32)}"`;
  return (requestHeaders: Readonly<Record<string, string | undefined>>): DocumentAnswer => {
    // A browser applies the headers of a 304 to its cached page, so it needs the policy too.
    const headers = {
      ETag,
      Vary: 'Accept-Encoding',
      'Content-Type': contentType,
      ...(policy !== undefined && { 'Content-Security-Policy': policy }),
    };
    if (matchesEtag(requestHeaders['if-none-match'], ETag)) return { status: 304, headers };
    const isCompressed = takesGzip(requestHeaders['accept-encoding']);
    return {
      status: 200,
      headers: { ...headers, ...(isCompressed && { 'Content-Encoding': 'gzip' }) },
      stream: Readable.from([isCompressed ? gzip : plain], { objectMode: false }),
    };
  };
};
