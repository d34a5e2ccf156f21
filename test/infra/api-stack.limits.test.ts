import { describe, expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { ofType, synthesize, type Synthesized } from './synthesized.ts';

const synthesized = synthesize();
const table: readonly EndpointSpec[] = endpoints;

const reserved = (from: Synthesized) =>
  ofType(Object.entries(from.stacks.api), 'AWS::Lambda::Function')
    .filter(([, { Properties }]) => Properties['ReservedConcurrentExecutions'] !== undefined)
    .map(([, { Properties }]) => [Properties['FunctionName'], Properties['ReservedConcurrentExecutions']]);

describe('reserved concurrency', () => {
  test('is not set by default, because a new account has none', () => {
    expect(reserved(synthesized)).toEqual([]);
  });

  test('is set for the waiting function only', () => {
    expect(reserved(synthesize({ context: { waiterConcurrency: '25' } }))).toEqual([
      ['scangate-wait-scan', 25],
    ]);
  });
});

const counts = ({ stacks }: Synthesized) => Object.values(stacks).map((stack) => Object.keys(stack).length);

describe('room in the template', () => {
  const limit = 500;
  const room = 0.2;

  test('a fifth of it is free with the current table', () => {
    expect(Math.max(...counts(synthesized))).toBeLessThanOrEqual(limit * (1 - room));
  });

  test('a fifth of it is free with 60 endpoints', () => {
    const sixty = Array.from({ length: 60 }, (_, index): EndpointSpec => {
      const like = table[index % table.length];
      if (!like) throw new Error('the endpoint table is empty');
      // As in the current table: a collection with two methods, and its item with one.
      const collection = `/v1/things-${Math.floor(index / 3)}`;
      const [method, path] = (
        [
          ['GET', collection],
          ['POST', collection],
          ['DELETE', `${collection}/{id}`],
        ] as const
      )[index % 3] ?? ['GET', collection];
      return { ...like, name: `endpoint-${index}`, path, method, stream: undefined };
    });
    expect(Math.max(...counts(synthesize({ endpoints: sixty })))).toBeLessThanOrEqual(limit * (1 - room));
  });
});
