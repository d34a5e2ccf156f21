import { describe, expect, test } from 'vitest';
import { shareExamples, shareParameters } from '#contract/openapi/share-parts.ts';

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };

describe('parameters', () => {
  test('of several operations are one component, others stay', () => {
    const operations = [
      { parameters: [limit, { name: 'a', in: 'query' }] },
      { parameters: [{ ...limit }] },
      {},
    ];
    expect(shareParameters(operations)).toEqual({ limit });
    expect(operations).toEqual([
      { parameters: [{ $ref: '#/components/parameters/limit' }, { name: 'a', in: 'query' }] },
      { parameters: [{ $ref: '#/components/parameters/limit' }] },
      { parameters: [] },
    ]);
  });

  test('of one name and two meanings are not merged', () => {
    const other = { ...limit, description: 'another' };
    const operations = [limit, limit, other, other].map((parameter) => ({ parameters: [{ ...parameter }] }));
    shareParameters(operations);
    expect(operations.map(({ parameters }) => Object.keys(parameters[0] ?? {})[0])).toEqual([
      '$ref',
      '$ref',
      'name',
      'name',
    ]);
  });
});

describe('examples', () => {
  const operationWith = (operationId: string, example: unknown) => ({
    operationId,
    responses: { 200: { content: { 'application/json': { example } } } },
  });

  test('that are long and occur at several places are one component', () => {
    const long = { text: 'x'.repeat(200) };
    const operations = [operationWith('first', long), operationWith('second', long)];
    expect(shareExamples(operations)).toEqual({ first: { value: long } });
    expect(operations[1]?.responses[200].content['application/json']).toEqual({
      examples: { example: { $ref: '#/components/examples/first' } },
    });
  });

  test('that are short or occur once stay', () => {
    const operations = [operationWith('a', { b: 1 }), operationWith('c', { b: 1 })];
    expect(shareExamples([...operations, operationWith('d', { text: 'x'.repeat(200) })])).toEqual({});
    expect(operations[0]?.responses[200].content['application/json']).toEqual({ example: { b: 1 } });
  });
});
