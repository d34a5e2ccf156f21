import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routesSource } from '@scangate/client/generation/routes-source';
import { typesSource } from '@scangate/client/generation/types-source';
import type { ApiDocument } from '@scangate/client/generation/api-document';
import { openapiOf } from '#contract/openapi.ts';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';

const generated = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../../../lib/client/generated', file), 'utf8');

test('the generated client matches the OpenAPI document; after a change run `npm run openapi`', async () => {
  const document = JSON.parse(JSON.stringify(openapiOf(endpoints, webhooks))) as ApiDocument;
  expect(generated('routes.ts')).toBe(routesSource(document));
  expect(generated('types.ts')).toBe(await typesSource(document));
});

test('the client has every endpoint', () => {
  const source = generated('routes.ts');
  const names = endpoints.map(({ name }) => name);
  expect(names.filter((name) => !source.includes(`\n  '${name}': {`))).toEqual([]);
});

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const document: ApiDocument = {
  openapi: '3.1.1',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'list-things',
        'x-roles': [],
        parameters: [limit],
        responses: {
          200: { description: 'Things.', headers: { ETag: {} }, ...json({ type: 'array', items: {} }) },
          404: { description: 'None.', ...json({ type: 'string' }) },
        } as ApiDocument['paths'][string][string]['responses'],
      },
      post: {
        operationId: 'make-thing',
        'x-roles': [],
        parameters: [{ name: 'Idempotency-Key', in: 'header' }],
        requestBody: { content: { 'application/json': {}, 'application/gzip': {} } },
        responses: { 204: {} },
      },
    },
    '/inbound': { post: { operationId: 'receive', responses: { 200: {} } } },
  },
  webhooks: {},
  components: {},
};

describe('generated from a document', () => {
  test('routes have path, idempotency and compression, and leave out what is sent automatically', () => {
    const lines = routesSource(document).split('\n').slice(4, -2);
    expect(lines).toEqual([
      "  'list-things': { method: 'GET', path: '/things/{id}', isIdempotent: false, takesGzip: false },",
      "  'make-thing': { method: 'POST', path: '/things/{id}', isIdempotent: true, takesGzip: true },",
    ]);
  });

  test('types contain successes only, and fields with a default are optional', async () => {
    const source = await typesSource(document);
    expect(source).toContain('limit?: number');
    expect(source).toContain('200: {');
    expect(source).not.toMatch(/404|ETag|receive|interface paths/);
  });
});
