import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { eventBody } from '#contract/events/event-webhooks.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import type { EventType } from '@scangate/domain/events/event-types';
import { document, operations, resolved, type Node } from '#test/support/api/document-parts.ts';

const specs = endpoints as readonly EndpointSpec[];

/** The examples of a body, by media type. */
const examplesOf = (body: unknown): [type: string, example: unknown][] =>
  Object.entries(((body as Node | undefined)?.['content'] ?? {}) as Record<string, Node>).flatMap(
    ([type, { example, examples }]) => {
      const named = Object.values((examples ?? {}) as Record<string, Node>).map(
        (each) => resolved(each)['value'],
      );
      return [...(example === undefined ? [] : [example]), ...named].map((each): [string, unknown] => [
        type,
        each,
      ]);
    },
  );

const operationOf = (name: string): Node => operations.find((each) => each.name === name)?.operation ?? {};

/** A binary document has no example, and neither has a body that is only compressed. */
const isBinary = (type: string): boolean => /zip|octet/.test(type);

const requestSchemas = ({ body, bodyAlternatives = {} }: EndpointSpec): z.ZodType[] =>
  body ? [body, ...Object.values(bodyAlternatives)] : [];

describe.each(specs.map((spec) => ({ name: spec.name, spec })))('$name', ({ name, spec }) => {
  test('every example of its body is accepted, and each form of the request has one', () => {
    const schemas = requestSchemas(spec);
    const examples = examplesOf(operationOf(name)['requestBody']).map(([, example]) => example);
    const isTaken = (example: unknown) => schemas.some((schema) => schema.safeParse(example).success);
    expect(examples.filter((example) => !isTaken(example))).toEqual([]);
    for (const schema of schemas)
      expect(examples.filter((example) => schema.safeParse(example).success)).not.toEqual([]);
  });

  test('every example of an answer matches its schema, and each text format has one', () => {
    for (const [status, response] of Object.entries(spec.responses)) {
      const { schema, mediaTypes = ['application/json'], alternatives = {} } = response;
      const described = (operationOf(name)['responses'] as Record<string, Node>)[status];
      const examples = examplesOf(described);
      const types = schema ? [...mediaTypes, ...Object.keys(alternatives)] : [];
      expect([...new Set(examples.map(([type]) => type))]).toEqual(types.filter((type) => !isBinary(type)));
      for (const [type, example] of examples) {
        const shape = type.includes('json') ? (alternatives[type] ?? schema) : z.string();
        expect([type, shape?.safeParse(example).error]).toEqual([type, undefined]);
      }
    }
  });
});

test('every example of an event matches its schema', () => {
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const examples = examplesOf(post?.['requestBody']);
    expect(examples).toHaveLength(1);
    expect(eventBody(type as EventType).safeParse(examples[0]?.[1]).error).toBeUndefined();
  }
});
