import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { newOrganization, noon } from '#test/support/world.ts';

const sha256 = 'ab'.repeat(32);
const limit = 10_485_760;
let organization: Awaited<ReturnType<typeof newOrganization>>;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const upload = (body: object, more: CallOptions = {}) =>
  call('create-upload', { caller: organization.as('member'), body, ...more });

describe('201', () => {
  test('presigns a URL under the organization, with headers and expiry', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: noon });
    try {
      const { status, body } = await upload({ contentLength: 1_000, sha256 });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        method: 'PUT',
        url: expect.stringContaining(`incoming/${organization.organizationId}/${String(body['uploadId'])}`),
        headers: { 'content-length': '1000' },
        expiresAt: '2026-03-10T12:15:00.000Z',
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test('accepts exactly the limit and stores the upload', async () => {
    const { status, body } = await upload({ contentLength: limit, sha256 });
    expect(status).toBe(201);
    expect(world.store.all('upload')).toMatchObject([
      { organizationId: organization.organizationId, uploadId: body['uploadId'], contentLength: limit },
    ]);
  });

  test('replays the upload of an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await upload({ contentLength: 1, sha256 }, { headers });
    const second = await upload({ contentLength: 1, sha256 }, { headers });
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(world.store.all('upload')).toHaveLength(1);
  });

  test('separates the keys of two organizations', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = await upload({ contentLength: 1, sha256 }, { headers });
    const other = await newOrganization(world.store);
    const second = await upload({ contentLength: 2, sha256 }, { headers, caller: other.as('member') });
    expect(second.status).toBe(201);
    expect(second.body['uploadId']).not.toBe(first.body['uploadId']);
  });
});

test('402: Free has no API', async () => {
  const { as } = await newOrganization(world.store, { plan: 'Free' });
  expect((await upload({ contentLength: 1, sha256 }, { caller: as('owner') })).status).toBe(402);
});

test('413 body_too_large: over the limit, with both numbers, and nothing is presigned', async () => {
  const { status, body } = await upload({ contentLength: limit + 1, sha256 });
  expect(status).toBe(413);
  expect(body).toMatchObject({ code: 'body_too_large', limitBytes: limit, actualBytes: limit + 1 });
  expect(world.store.all('upload')).toEqual([]);
});

describe('422', () => {
  test.each([
    ['no length', { sha256 }],
    ['zero bytes', { contentLength: 0, sha256 }],
    ['a length that is not a number', { contentLength: '12', sha256 }],
    ['half a byte', { contentLength: 1.5, sha256 }],
    ['no digest', { contentLength: 1 }],
    ['a short digest', { contentLength: 1, sha256: 'ab' }],
    ['a digest in base64', { contentLength: 1, sha256: 'q'.repeat(44) }],
  ])('validation_failed: %s', async (_name, body) => {
    const answer = await upload(body);
    expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed']);
  });

  test.each(['with space', 'é', 'x'.repeat(256), ''])(
    'validation_failed: the Idempotency-Key %j',
    async (key) => {
      const headers = { 'Idempotency-Key': key };
      const answer = await upload({ contentLength: 1, sha256 }, { headers });
      expect([answer.status, answer.body['code']]).toEqual([422, 'validation_failed']);
    },
  );

  test('idempotency_key_reused: the same key for other bytes', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    await upload({ contentLength: 1, sha256 }, { headers });
    const answer = await upload({ contentLength: 2, sha256 }, { headers });
    expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
});
