import { publicMethods } from '#infra/api/public-methods.ts';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import { webhooks } from '#functions/webhooks/index.ts';
import { openapiOf } from '#contract/openapi.ts';
import checkedIn from '#contract/openapi.json' with { type: 'json' };
import { problemCodes } from '@scangate/domain/problem';
import { call } from '../support/api/call-endpoint.ts';

interface Operation {
  operationId: string;
  security?: unknown[];
  parameters: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}
interface Reference {
  $ref?: string;
}
const paths = checkedIn.paths as unknown as Record<string, Record<string, Operation>>;

/** Follows a reference into the components. */
const resolved = <T extends object>(value: T & Reference): T =>
  value.$ref === undefined ? value : resolved(resolve(value.$ref) as T & Reference);

const resolvedOperation = (operation: Operation): Operation => ({
  ...operation,
  parameters: operation.parameters.map(resolved),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)]),
  ),
});
const resolve = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], checkedIn);

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: resolvedOperation(operation),
  })),
);

/** All values of a document, each with its pointer. */
function* walk(value: unknown, at = '#'): Generator<[at: string, value: unknown]> {
  yield [at, value];
  if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) yield* walk(inner, `${at}/${key}`);
}

test('the checked-in document matches the endpoint table; after a change run `npm run openapi`', () => {
  expect(JSON.parse(JSON.stringify(openapiOf(endpoints, webhooks)))).toEqual(checkedIn);
});

test('200 without a credential, and 304 for the ETag that came with it', async () => {
  const { status, body, headers } = await call('get-openapi', {});
  expect([status, body]).toEqual([200, checkedIn]);
  const { ETag = '' } = headers;
  for (const tag of [ETag, `W/${ETag}`, `"other", ${ETag}`]) {
    const again = await call('get-openapi', { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text, again.headers['ETag']]).toEqual([304, '', ETag]);
  }
  expect((await call('get-openapi', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
});

describe('the document', () => {
  test('has every endpoint and every webhook once, under its name', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.toSorted()).toEqual([...endpoints, ...webhooks].map(({ name }) => name).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('resolves every $ref', () => {
    const refs = [...walk(checkedIn)].filter(([at]) => at.endsWith('/$ref')).map(([, ref]) => String(ref));
    expect(refs.length).toBeGreaterThan(0);
    expect(refs.filter((ref) => resolve(ref) === undefined)).toEqual([]);
  });

  test('lists the placeholders of each path, all of them required', () => {
    for (const { path, operation } of operations) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(placeholders);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  test('describes every answer, and each refusal as a problem', () => {
    for (const { operation } of operations) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description).not.toBe('');
        if (!(Number(status) >= 400)) continue;
        const codes = [...description.matchAll(/^`(\w+)`/gm)].map(
          ([, code]) => code as keyof typeof problemCodes,
        );
        expect(codes.map((code) => problemCodes[code][0])).toEqual(codes.map(() => Number(status)));
        expect(content?.['application/problem+json']?.schema).toMatchObject({
          allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
        });
      }
      const isPublic = operation.security?.length === 0;
      const isOpen = isPublic && !operation.parameters.some(({ name }) => name === 'Stripe-Signature');
      const always = [...(isOpen ? [] : ['401']), ...(isPublic ? [] : ['403']), '429', '500'];
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(always));
    }
  });

  test('requires a credential for all operations but those that are listed as public', () => {
    const open = operations.filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      Object.keys(publicMethods).toSorted(),
    );
    expect(open[0]?.operation.parameters).toMatchObject([{ name: 'Stripe-Signature', required: true }]);
  });

  test('has a success for every operation and a body if its method sends one', () => {
    for (const { method, operation } of operations) {
      expect(Object.keys(operation.responses).some((status) => /^2|^303$/.test(status))).toBe(true);
      // Closing an organization takes its name, typed.
      const isBodiless =
        method === 'get' || (method === 'delete' && operation.operationId !== 'close-organization');
      if (isBodiless) expect(operation.requestBody).toBeUndefined();
    }
  });

  test('marks parameters with a default as optional, with default and bounds', () => {
    const wait = operations.find(({ operation }) => operation.operationId === 'wait-scan');
    const timeout = wait?.operation.parameters.find(({ name }) => name === 'timeout');
    expect(timeout).not.toHaveProperty('required');
    expect(timeout).toMatchObject({
      schema: { type: 'integer', default: 300, minimum: 1, maximum: 600 },
    });
    const resolving = operations.find(({ operation }) => operation.operationId === 'resolve-repository');
    expect(resolving?.operation.parameters).toMatchObject([
      { name: 'fullName', in: 'query', required: true },
    ]);
  });

  test('offers creation as JSON, as gzip, and by upload', () => {
    const create = operations.find(({ operation }) => operation.operationId === 'create-scan');
    const content = create?.operation.requestBody?.content ?? {};
    expect(Object.keys(content)).toEqual(['application/json', 'application/gzip']);
    expect(content['application/json']?.schema['oneOf']).toHaveLength(2);
  });

  test('has no schema without fields if the fields are known', () => {
    // The sender of a webhook defines its body, and VEX is defined by its formats.
    const bodies = operations
      .filter(({ operation }) => operation.security?.length !== 0 && operation.operationId !== 'import-vex')
      .flatMap(({ operation }) => operation.requestBody?.content['application/json'] ?? []);
    const shapes = bodies
      .map(({ schema }) => resolved(schema))
      .flatMap(
        (schema) =>
          ((schema['oneOf'] ?? schema['anyOf']) as Record<string, unknown>[] | undefined) ?? [schema],
      )
      .map(resolved);
    expect(shapes.length).toBeGreaterThan(5);
    for (const shape of shapes) expect(shape).toMatchObject({ type: 'object', additionalProperties: false });
  });
});
