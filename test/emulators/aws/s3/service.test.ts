import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { startLifecycle } from '@scangate/emulator-aws/s3/lifecycle';
import { startS3 } from '@scangate/emulator-aws/s3/service';
import type { ObjectStore } from '@scangate/emulator-aws/s3/object-store';
import { clientOf, openWorkbench, type Workbench } from '../workbench.ts';

const buckets = [{ name: 'data', expiry: [{ prefix: 'incoming/', days: 1 }] }];
let bench: Workbench;
let server: LocalServer & { store: ObjectStore };
let client: S3Client;

beforeAll(async () => {
  bench = await openWorkbench();
  server = await startS3(buckets, bench.context, { root: bench.folder.within('s3') });
  client = new S3Client(clientOf(server.url));
});
afterAll(async () => {
  client.destroy();
  await server.close();
  await bench.close();
});

const object = (Key: string) => ({ Bucket: 'data', Key });
const put = (Key: string, Body: string | Uint8Array | Readable, more = {}) =>
  client.send(new PutObjectCommand({ ...object(Key), Body, ...more }));
const textOf = async (Key: string, more = {}) =>
  (await client.send(new GetObjectCommand({ ...object(Key), ...more }))).Body?.transformToString();

test('a stored object comes back with its type, metadata and checksum', async () => {
  await put('a/b.json', '{"a":1}', { ContentType: 'application/json', Metadata: { owner: 'me' } });
  const got = await client.send(new GetObjectCommand(object('a/b.json')));
  expect(await got.Body?.transformToString()).toBe('{"a":1}');
  expect(got).toMatchObject({ ContentType: 'application/json', Metadata: { owner: 'me' }, ContentLength: 7 });
  expect(got.ETag).toBe(`"${createHash('md5').update('{"a":1}').digest('hex')}"`);
  expect(got.ChecksumCRC32).toBeDefined();
  const head = await client.send(new HeadObjectCommand(object('a/b.json')));
  expect(head).toMatchObject({ ContentLength: 7, ETag: got.ETag });
});

test('a stream without a known checksum is stored whole from aws-chunked framing', async () => {
  const bytes = randomBytes(3_000_000);
  await put('streamed', Readable.from([bytes.subarray(0, 1_000_001), bytes.subarray(1_000_001)]), {
    ContentLength: bytes.length,
  });
  const got = await client.send(new GetObjectCommand(object('streamed')));
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
});

test('one key may be a prefix of another, and no key leaves the folder', async () => {
  await put('deep', 'file');
  await put('deep/er', 'below');
  await put('../../escape', 'caught');
  expect([await textOf('deep'), await textOf('deep/er'), await textOf('../../escape')]).toEqual([
    'file',
    'below',
    'caught',
  ]);
  expect(readdirSync(`${bench.folder.path}/..`).filter((name) => name.includes('escape'))).toEqual([]);
});

test('a range returns its part, and a range past the end is refused', async () => {
  await put('range', '0123456789');
  expect(await textOf('range', { Range: 'bytes=2-4' })).toBe('234');
  expect(await textOf('range', { Range: 'bytes=7-' })).toBe('789');
  expect(await textOf('range', { Range: 'bytes=-2' })).toBe('89');
  await expect(textOf('range', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
});

test('a missing object is NoSuchKey, and deleting it is not an error', async () => {
  await expect(textOf('absent')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(client.send(new HeadObjectCommand(object('absent')))).rejects.toMatchObject({
    name: 'NotFound',
  });
  await client.send(new DeleteObjectCommand(object('absent')));
  await put('gone', 'x');
  await client.send(new DeleteObjectCommand(object('gone')));
  await expect(textOf('gone')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(client.send(new GetObjectCommand({ Bucket: 'other', Key: 'x' }))).rejects.toMatchObject({
    name: 'NoSuchBucket',
  });
});

test('of many concurrent conditional puts, one wins', async () => {
  const attempts = await Promise.allSettled(
    ['1', '2', '3', '4', '5'].map((body) => put('once', body, { IfNoneMatch: '*' })),
  );
  expect(attempts.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const lost = attempts.find((one) => one.status === 'rejected');
  expect(lost?.reason).toMatchObject({ name: 'PreconditionFailed' });
});

test('keys are listed in the order of their bytes, page by page, grouped by delimiter', async () => {
  for (const key of ['list/b', 'list/a/1', 'list/a/2', 'list/a-', 'list/ä&<']) await put(key, 'x');
  const list = (more: object) =>
    client.send(new ListObjectsV2Command({ Bucket: 'data', Prefix: 'list/', ...more }));
  const keys = ['list/a-', 'list/a/1', 'list/a/2', 'list/b', 'list/ä&<'];
  expect((await list({})).Contents?.map((one) => one.Key)).toEqual(keys);
  const first = await list({ MaxKeys: 2 });
  expect(first).toMatchObject({ IsTruncated: true, KeyCount: 2 });
  const second = await list({ MaxKeys: 9, ContinuationToken: first.NextContinuationToken });
  expect(second.Contents?.map((one) => one.Key)).toEqual(keys.slice(2));
  expect(second.IsTruncated).toBe(false);
  expect((await list({ Delimiter: '/' })).CommonPrefixes).toEqual([{ Prefix: 'list/a/' }]);
});

test('a large body is uploaded in parts and comes back whole', async () => {
  const bytes = randomBytes(12_000_000);
  const Body = Readable.from([bytes.subarray(0, 7_000_000), bytes.subarray(7_000_000)]);
  await new Upload({ client, params: { ...object('parts'), Body }, partSize: 5 * 1024 * 1024 }).done();
  const got = await client.send(new GetObjectCommand(object('parts')));
  expect(got.ETag).toMatch(/-3"$/);
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
});

test('a part before the last that is smaller than 5 MiB is refused when the upload is completed', async () => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object('small')));
  const Parts = await Promise.all(
    [1, 2].map(async (PartNumber) => {
      const part = await client.send(
        new UploadPartCommand({ ...object('small'), UploadId, PartNumber, Body: 'tiny' }),
      );
      return { PartNumber, ETag: part.ETag };
    }),
  );
  const complete = new CompleteMultipartUploadCommand({
    ...object('small'),
    UploadId,
    MultipartUpload: { Parts },
  });
  await expect(client.send(complete)).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await client.send(new AbortMultipartUploadCommand({ ...object('small'), UploadId }));
  await expect(client.send(complete)).rejects.toMatchObject({ name: 'NoSuchUpload' });
});

/** Sends a PUT with exactly these headers, as any HTTP client may. */
const rawPut = (url: string, body: Buffer, headers: Record<string, string>) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request(url, { method: 'PUT', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    })
      .on('error', reject)
      .end(body);
  });

const presign = async (key: string, body: Buffer) => {
  const plain = new S3Client({ ...clientOf(server.url), requestChecksumCalculation: 'WHEN_REQUIRED' });
  const ChecksumSHA256 = createHash('sha256').update(body).digest('base64');
  const url = await getSignedUrl(
    plain,
    new PutObjectCommand({ ...object(key), ContentLength: body.length, ChecksumSHA256 }),
    {
      expiresIn: 900,
      signableHeaders: new Set(['content-length', 'host', 'x-amz-checksum-sha256']),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
      signingDate: new Date(bench.clock.now()),
    },
  );
  plain.destroy();
  return { url, headers: { 'content-length': String(body.length), 'x-amz-checksum-sha256': ChecksumSHA256 } };
};

test('a presigned URL accepts exactly the bytes that it was signed for', async () => {
  const body = Buffer.from('the request');
  const { url, headers } = await presign('incoming/signed', body);
  expect(await rawPut(url, body, headers)).toMatchObject({ status: 200 });
  expect(await textOf('incoming/signed')).toBe('the request');
});

test('other bytes of the same length, another length, another key and no signature are refused', async () => {
  const body = Buffer.from('the request');
  const { url, headers } = await presign('incoming/refused', body);
  const other = await rawPut(url, Buffer.from('THE REQUEST'), headers);
  expect([other.status, other.text]).toEqual([400, expect.stringContaining('BadDigest')]);
  const longer = await rawPut(url, Buffer.from('the request!'), { ...headers, 'content-length': '12' });
  expect([longer.status, longer.text]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
  const { 'x-amz-checksum-sha256': _dropped, ...unchecked } = headers;
  expect((await rawPut(url, body, unchecked)).status).toBe(403);
  const elsewhere = await rawPut(url.replace('refused', 'elsewhere'), body, headers);
  expect([elsewhere.status, elsewhere.text]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
  expect((await rawPut(url.split('?')[0] ?? '', body, headers)).status).toBe(403);
  await expect(textOf('incoming/refused')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test.each([
  ['is cut short', '5\r\nhello\r\n', 5, 'IncompleteBody'],
  ['is not as long as announced', '5\r\nhello\r\n0\r\n\r\n', 6, 'IncompleteBody'],
  ['has no size where one must be', 'hello\r\n', 5, 'InvalidChunkSizeError'],
  [
    'has another checksum in its trailer',
    '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n',
    5,
    'BadDigest',
  ],
])('an aws-chunked body that %s is refused', async (_what, body, length, code) => {
  const { status, text } = await rawPut(`${server.url}/data/chunked`, Buffer.from(body), {
    authorization: 'AWS4-HMAC-SHA256 Credential=x',
    'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    'x-amz-decoded-content-length': String(length),
    ...(code === 'BadDigest' && { 'x-amz-trailer': 'x-amz-checksum-crc32' }),
    'content-length': String(body.length),
  });
  expect([status, text]).toEqual([400, expect.stringContaining(code)]);
  await expect(textOf('chunked')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('a presigned URL expires by the emulated clock', async () => {
  const body = Buffer.from('late');
  const { url, headers } = await presign('incoming/late', body);
  await bench.clock.advanceTo(bench.clock.now() + 901_000);
  const late = await rawPut(url, body, headers);
  expect([late.status, late.text]).toEqual([403, expect.stringContaining('expired')]);
});

test('unsupported features of S3 are refused with 501', async () => {
  await put('source', 'x');
  const refused = { name: 'NotImplemented', $metadata: { httpStatusCode: 501 } };
  await expect(
    client.send(new CopyObjectCommand({ ...object('copy'), CopySource: 'data/source' })),
  ).rejects.toMatchObject(refused);
  await expect(put('matched', 'x', { IfMatch: '"abc"' })).rejects.toMatchObject(refused);
  await expect(put('none', 'x', { IfNoneMatch: '"abc"' })).rejects.toMatchObject(refused);
  await expect(textOf('source', { IfNoneMatch: '"abc"' })).rejects.toMatchObject(refused);
  await expect(put('tagged', 'x', { Tagging: 'a=b' })).rejects.toMatchObject(refused);
});

test('an injected fault affects the given number of calls, and one after success leaves the object', async () => {
  bench.faults.inject({ service: 's3', operation: 'PutObject', kind: 'throttle', times: 1 });
  await expect(put('fault', '1')).rejects.toMatchObject({ name: 'SlowDown' });
  bench.faults.inject({ service: 's3', kind: 'timeout_after_success', times: 1 });
  await expect(put('fault', '2')).rejects.toThrow('socket hang up');
  expect(await textOf('fault')).toBe('2');
});

test('objects under an expiring prefix are removed at the first midnight after their days, others stay', async () => {
  startLifecycle(buckets, server.store, bench.clock);
  await put('incoming/old', 'x');
  await put('results/kept', 'x');
  const dayMs = 86_400_000;
  const midnight = (Math.floor(bench.clock.now() / dayMs) + 1) * dayMs;
  await bench.clock.advanceTo(midnight + 1000);
  expect(await textOf('incoming/old')).toBe('x');
  await bench.clock.advanceTo(midnight + dayMs + 1000);
  await expect(textOf('incoming/old')).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect(await textOf('results/kept')).toBe('x');
});
