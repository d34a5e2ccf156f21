import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { makeRepository, sharedTestCloud, type TestCloud } from '../support/local/cloud.ts';

/** Sends 10 MB in three ways through the limits of gateway and functions. */

let world: TestCloud;
let service: string;
let repositoryId: string;
let commitHash: string | undefined;
let rootUnit: string;

beforeAll(async () => {
  world = await sharedTestCloud();
  const { tokens } = await world.newOrganization();
  service = tokens['service'] ?? '';
  const repository = makeRepository({ 'README.md': 'nothing to see' });
  commitHash = repository.hashes[0];
  const { body } = await world.ask<{ repositoryId: string; projectUnits: { projectUnitId: string }[] }>(
    'POST',
    '/v1/repositories',
    { token: tokens['owner'] ?? '', body: { url: repository.path } },
  );
  repositoryId = body.repositoryId;
  rootUnit = body.projectUnits[0]?.projectUnitId ?? '';
});

const limit = 10_485_760;
const request = (bytes: number): string => {
  const component = { type: 'library', name: 'x', version: '1' };
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: [{ ...component, description: '' }],
  };
  const frame = JSON.stringify({ repositoryId, commitHash, projectUnitId: rootUnit, sbom });
  return frame.replace('"description":""', `"description":"${'d'.repeat(bytes - Buffer.byteLength(frame))}"`);
};
const upload = async (text: string) => {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const body = { contentLength: Buffer.byteLength(text), sha256 };
  return world.ask<{ uploadId: string; url: string; headers: Record<string, string> }>(
    'POST',
    '/v1/uploads',
    {
      token: service,
      body,
    },
  );
};
const put = async (answer: Awaited<ReturnType<typeof upload>>, text: string): Promise<number> => {
  const { 'content-length': _length, ...headers } = answer.body.headers;
  return (await fetch(answer.body.url, { method: 'PUT', headers, body: text })).status;
};

test('exactly 10 MB are accepted as gzip, and one byte more is refused', async () => {
  const send = (bytes: number) =>
    world.ask('POST', '/v1/scans', {
      token: service,
      body: gzipSync(request(bytes)),
      headers: { 'Content-Type': 'application/gzip' },
    });
  expect((await send(limit)).status).toBe(201);
  expect((await send(limit + 1)).body).toMatchObject({
    status: 413,
    code: 'body_too_large',
    limitBytes: limit,
  });
});

test('exactly 10 MB are accepted as an upload, and neither more bytes nor other bytes are', async () => {
  const text = request(limit);
  const announced = await upload(text);
  expect(announced.status).toBe(201);
  expect(await put(announced, text.replace('ddd', 'ddx'))).not.toBe(200);
  expect(await put(announced, text)).toBe(200);
  const { uploadId } = announced.body;
  expect((await world.ask('POST', '/v1/scans', { token: service, body: { uploadId } })).status).toBe(201);
  expect((await upload(request(limit + 1))).body).toMatchObject({ code: 'body_too_large' });
});

test('bytes that are not UTF-8 are 400 in a plain body, whatever its endpoint', async () => {
  const body = Buffer.from([...Buffer.from('{"repositoryId":"'), 0xff, ...Buffer.from('"}')]);
  const headers = { 'Content-Type': 'application/json' };
  for (const path of ['/v1/scans', '/v1/uploads']) {
    const answer = await world.ask('POST', path, { token: service, body, headers });
    expect([answer.status, answer.body['code']]).toEqual([400, 'malformed_json']);
  }
});

test('a plain body that fits a function is accepted, and the 413 of a larger one names both alternatives', async () => {
  const send = (bytes: number) => world.ask('POST', '/v1/scans', { token: service, body: request(bytes) });
  expect((await send(4_500_000)).status).toBe(201);
  const answer = await send(limit - 100);
  expect([answer.status, answer.body['code']]).toEqual([413, 'body_too_large']);
  expect(answer.text).toContain('application/gzip');
  expect(answer.text).toContain('/v1/uploads');
  expect((await send(limit + 1)).status).toBe(413);
});
