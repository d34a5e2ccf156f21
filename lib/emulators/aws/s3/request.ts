import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../protocol/aws-json.ts';
import { decodeSegment, rawPath, requestUrl } from '@scangate/emulator-host/http-server';

export type S3Operation =
  | 'PutObject'
  | 'GetObject'
  | 'HeadObject'
  | 'DeleteObject'
  | 'ListObjectsV2'
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload';

export interface S3Request {
  operation: S3Operation;
  bucket: string;
  key: string;
  url: URL;
}

const notHere = (what: string) =>
  new ServiceError('NotImplemented', `The local S3 does not support ${what}.`, { status: 501 });

const knownQuery =
  /^(x-id|uploads|uploadid|partnumber|list-type|prefix|delimiter|continuation-token|start-after|max-keys|encoding-type|fetch-owner|response-[a-z-]+|x-amz-.+)$/;
const refusedHeaders = [
  'if-match',
  'if-modified-since',
  'if-unmodified-since',
  'x-amz-copy-source',
  'x-amz-tagging',
  'x-amz-acl',
  'x-amz-object-lock-mode',
  'x-amz-website-redirect-location',
];

const operationOf = (method: string, key: string, query: URLSearchParams): S3Operation | undefined => {
  if (key === '') return method === 'GET' && query.get('list-type') === '2' ? 'ListObjectsV2' : undefined;
  if (query.has('uploads')) return method === 'POST' ? 'CreateMultipartUpload' : undefined;
  if (query.has('uploadId')) {
    return ({ PUT: 'UploadPart', POST: 'CompleteMultipartUpload', DELETE: 'AbortMultipartUpload' } as const)[
      method
    ];
  }
  return ({ PUT: 'PutObject', GET: 'GetObject', HEAD: 'HeadObject', DELETE: 'DeleteObject' } as const)[
    method
  ];
};

const decoded = (text: string): string => {
  const plain = decodeSegment(text);
  if (plain === undefined) throw new ServiceError('InvalidURI', 'The address is malformed.');
  return plain;
};

/**
 * Reads a request in path style.
 * @throws ServiceError 501 for every unsupported feature, because a wrong imitation would go unnoticed.
 */
export const readS3Request = (request: IncomingMessage): S3Request => {
  const url = requestUrl(request);
  const [, first = '', ...rest] = rawPath(request).split('/');
  const bucket = decoded(first);
  const key = decoded(rest.join('/'));
  for (const name of url.searchParams.keys()) {
    if (!knownQuery.test(name.toLowerCase())) throw notHere(`?${name}`);
  }
  const operation = operationOf(request.method ?? '', key, url.searchParams);
  if (!operation)
    throw notHere(`${request.method} of ${key === '' ? 'a bucket' : 'an object'} with these parameters`);
  for (const name of refusedHeaders) if (request.headers[name] !== undefined) throw notHere(name);
  const condition = request.headers['if-none-match'];
  const puts = operation === 'PutObject' || operation === 'CompleteMultipartUpload';
  if (condition !== undefined && !(puts && condition === '*'))
    throw notHere(`If-None-Match with ${operation}`);
  if (Buffer.byteLength(key) > 1024)
    throw new ServiceError('KeyTooLongError', 'The key is longer than 1024 bytes.');
  return { operation, bucket, key, url };
};

/** @returns the requested bytes, both ends included, or undefined for the whole object. */
export const parseRange = (
  header: string | undefined,
  size: number,
): { first: number; last: number } | undefined => {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found) return undefined;
  const [, from = '', to = ''] = found;
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (first > last || (from === '' && to === '')) {
    throw new ServiceError('InvalidRange', 'The requested range is not satisfiable.', { status: 416 });
  }
  return { first, last };
};
