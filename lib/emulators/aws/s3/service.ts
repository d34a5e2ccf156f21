import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { injectedError, toServiceError, ServiceError, type ServiceContext } from '../protocol/aws-json.ts';
import { respond, listen, readBody, type LocalServer } from '@scangate/emulator-host/http-server';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import type { BucketPlan } from '../template/cloud-plan.ts';
import { verifiedBody } from './verified-body.ts';
import { listObjects } from './list-objects.ts';
import { openMultipart, type Multipart } from './multipart.ts';
import { readBytes, type ObjectAttributes } from './object-file.ts';
import { parseRange, readS3Request, type S3Operation, type S3Request } from './request.ts';
import { checkSignature } from './signature.ts';
import { openObjectStore, type NewObject, type ObjectStore } from './object-store.ts';

interface Exchange extends S3Request {
  request: IncomingMessage;
  response: ServerResponse;
  store: ObjectStore;
  multipart: Multipart;
  now: () => number;
}

const storedHeaders =
  /^(x-amz-meta-.+|cache-control|content-disposition|content-language|x-amz-server-side-encryption)$/;
const partListLimitBytes = 2 * 1024 * 1024;

const described = ({ request, key }: Exchange): Pick<NewObject, 'key' | 'contentType' | 'headers'> => {
  const headers = Object.entries(request.headers)
    .filter(([name]) => storedHeaders.test(name))
    .map(([name, value]) => [name, String(value)]);
  const encoding = String(request.headers['content-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'aws-chunked');
  if (encoding.length > 0) headers.push(['content-encoding', encoding.join(',')]);
  return {
    key,
    contentType: request.headers['content-type'] ?? 'application/octet-stream',
    headers: Object.fromEntries(headers) as Record<string, string>,
  };
};

const factHeaders = (facts: ObjectAttributes, withChecksums: boolean): Record<string, string> => ({
  etag: `"${facts.etag}"`,
  'last-modified': new Date(facts.modifiedAt).toUTCString(),
  'content-type': facts.contentType,
  'accept-ranges': 'bytes',
  ...facts.headers,
  ...(withChecksums && checksumHeaders(facts)),
});

const checksumHeaders = (facts: ObjectAttributes): Record<string, string> => {
  const sums = Object.entries(facts.checksums).map(([name, value]) => [`x-amz-checksum-${name}`, value]);
  return sums.length > 0 ? { ...Object.fromEntries(sums), 'x-amz-checksum-type': 'FULL_OBJECT' } : {};
};

const found = async ({ store, bucket, key }: Exchange): Promise<ObjectAttributes> => {
  const facts = await store.head(bucket, key);
  if (!facts) throw new ServiceError('NoSuchKey', 'The specified key does not exist.', { status: 404 });
  return facts;
};

const getObject = async (exchange: Exchange): Promise<void> => {
  const { request, response, store, bucket, key } = exchange;
  const facts = await found(exchange);
  const range = parseRange(request.headers.range, facts.size);
  const { first, last } = range ?? { first: 0, last: facts.size - 1 };
  const headers = factHeaders(facts, !range && request.headers['x-amz-checksum-mode'] === 'ENABLED');
  response.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': last - first + 1,
    ...(range && { 'content-range': `bytes ${first}-${last}/${facts.size}` }),
  });
  if (facts.size === 0) return void response.end();
  await pipeline(readBytes(store.pathOf(bucket, key), first, last), response).catch(() => response.destroy());
};

const putObject = async (exchange: Exchange): Promise<void> => {
  const { request, url, response, store, bucket, now } = exchange;
  const { bytes, checksums } = verifiedBody(request, url);
  const ifAbsent = request.headers['if-none-match'] === '*';
  const facts = await store.put(
    bucket,
    { ...described(exchange), checksums, ifAbsent },
    { bytes, modifiedAt: now() },
  );
  respond(response, 200, { headers: { etag: `"${facts.etag}"`, ...checksumHeaders(facts) } });
};

const xml = (name: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;

const answerXml = ({ response }: Exchange, name: string, content: string) =>
  respond(response, 200, { headers: { 'content-type': 'application/xml' }, body: xml(name, content) });

const uploadIdOf = ({ url }: Exchange) => url.searchParams.get('uploadId') ?? '';

/** S3 would keep every version of a locked object. The local S3 has one version, so it refuses to change it. */
const refuseChange = async ({ operation, request, store, bucket, key }: Exchange): Promise<void> => {
  const changes =
    operation === 'DeleteObject' || operation === 'PutObject' || operation === 'CompleteMultipartUpload';
  const onlyIfAbsent = request.headers['if-none-match'] === '*';
  if (changes && !onlyIfAbsent && (await store.head(bucket, key)))
    throw new ServiceError('AccessDenied', 'Access Denied because object protected by object lock.', {
      status: 403,
    });
};

const operations: Record<S3Operation, (exchange: Exchange) => Promise<void>> = {
  GetObject: getObject,
  PutObject: putObject,
  HeadObject: async (exchange) => {
    const facts = await found(exchange);
    const withChecksums = exchange.request.headers['x-amz-checksum-mode'] === 'ENABLED';
    exchange.response
      .writeHead(200, { ...factHeaders(facts, withChecksums), 'content-length': facts.size })
      .end();
  },
  DeleteObject: async ({ store, bucket, key, response }) => {
    await store.remove(bucket, key);
    response.writeHead(204).end();
  },
  ListObjectsV2: async (exchange) =>
    answerXml(exchange, 'ListBucketResult', await listObjects(exchange.store, exchange.bucket, exchange.url)),
  CreateMultipartUpload: async (exchange) => {
    const uploadId = await exchange.multipart.start({ ...described(exchange), bucket: exchange.bucket });
    const { bucket, key } = exchange;
    const content = `<Bucket>${escapeMarkup(bucket)}</Bucket><Key>${escapeMarkup(key)}</Key><UploadId>${uploadId}</UploadId>`;
    answerXml(exchange, 'InitiateMultipartUploadResult', content);
  },
  UploadPart: async (exchange) => {
    const { request, url, response, multipart } = exchange;
    const { bytes, checksums } = verifiedBody(request, url);
    const etag = await multipart.upload(
      uploadIdOf(exchange),
      Number(url.searchParams.get('partNumber')),
      bytes,
    );
    const sums = Object.entries(checksums).map(([name, value]) => [`x-amz-checksum-${name}`, value]);
    respond(response, 200, { headers: { etag: `"${etag}"`, ...Object.fromEntries(sums) } });
  },
  CompleteMultipartUpload: async (exchange) => {
    const { request, bucket, key, multipart, now } = exchange;
    const list = (await readBody(request, partListLimitBytes)).toString('utf8');
    const ifAbsent = request.headers['if-none-match'] === '*';
    const facts = await multipart.complete(uploadIdOf(exchange), {
      xml: list,
      ifAbsent,
      modifiedAt: now(),
    });
    const content = `<Bucket>${escapeMarkup(bucket)}</Bucket><Key>${escapeMarkup(key)}</Key><ETag>&quot;${facts.etag}&quot;</ETag>`;
    answerXml(exchange, 'CompleteMultipartUploadResult', content);
  },
  AbortMultipartUpload: async (exchange) => {
    await exchange.multipart.abort(uploadIdOf(exchange));
    exchange.response.writeHead(204).end();
  },
};

/**
 * Serves the few operations of S3 that are used, on files under `root`.
 * @param options.port is tried first, so that an address issued before a restart stays valid.
 */
export const startS3 = async (
  buckets: readonly BucketPlan[],
  context: ServiceContext,
  { root, port }: { root: string; port?: number },
): Promise<LocalServer & { store: ObjectStore }> => {
  const store = openObjectStore(root);
  const multipart = openMultipart(root, store);
  const names = new Set(buckets.map((bucket) => bucket.name));
  const locked = new Set(buckets.filter((bucket) => bucket.locked).map((bucket) => bucket.name));

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('x-amz-request-id', randomUUID());
    try {
      const target = readS3Request(request);
      const size = Number(request.headers['content-length'] ?? 0);
      const fault = context.faults.intercept('s3', target.operation, size);
      if (fault && fault !== 'timeout_after_success') throw s3Fault(fault === 'throttle');
      checkSignature(request, target.url, context.now());
      if (!names.has(target.bucket)) {
        throw new ServiceError('NoSuchBucket', 'The specified bucket does not exist.', { status: 404 });
      }
      const exchange = { ...target, request, response, store, multipart, now: context.now };
      if (locked.has(target.bucket)) await refuseChange(exchange);
      if (fault) dropAnswer(response);
      await operations[target.operation](exchange);
    } catch (error) {
      refuse(request, response, toServiceError(error, context.report));
    }
  };
  return { ...(await listen(handle, { ...context, port, fallback: true })), store };
};

const s3Fault = (throttle: boolean): ServiceError =>
  throttle
    ? new ServiceError('SlowDown', 'Please reduce your request rate. (injected)', { status: 503 })
    : injectedError('error');

/** Drops the connection instead of responding, once the operation is done. */
const dropAnswer = (response: ServerResponse): void => {
  response.writeHead = () => {
    response.destroy();
    return response;
  };
};

const refuse = (request: IncomingMessage, response: ServerResponse, refusal: ServiceError): void => {
  if (response.headersSent) return void response.destroy();
  // The rest of the body stays unread, so the connection cannot serve another request.
  const unread = !request.complete && request.method !== 'GET';
  const content =
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${escapeMarkup(refusal.code)}</Code>` +
    `<Message>${escapeMarkup(refusal.message)}</Message></Error>`;
  respond(response, refusal.status, {
    headers: { 'content-type': 'application/xml', ...(unread && { connection: 'close' }) },
    body: request.method === 'HEAD' ? '' : content,
  });
};
