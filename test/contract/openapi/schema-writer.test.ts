import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { schemaWriter } from '#contract/openapi/schema-writer.ts';
import { endpoint as getScan } from '#functions/api/get-scan/endpoint.ts';
import { endpoint as quoteScan } from '#functions/api/quote-scan/endpoint.ts';
import { id, scanState, scanType } from '#contract/schemas/resources.ts';

const writerOf = () => schemaWriter([getScan]);

describe('a shape with a name', () => {
  test('is a reference wherever it is used, with the description of its place', () => {
    const writer = writerOf();
    const schema = z.object({
      scan: scanState.meta({ description: 'The scan that ended.' }),
      scans: z.array(scanState),
    });
    expect(writer.write(schema, 'nothing')['properties']).toMatchObject({
      scan: { $ref: '#/components/schemas/Scan', description: 'The scan that ended.' },
      scans: { type: 'array', items: { $ref: '#/components/schemas/Scan' } },
    });
  });

  test('is a component with everything that it refers to', () => {
    const writer = writerOf();
    writer.write(scanState, 'get-scan');
    const components = writer.components();
    expect(components['Scan']).toMatchObject({ type: 'object', description: 'A scan without its verdict.' });
    expect(Object.keys(components)).toEqual(expect.arrayContaining(['ScanUnit', 'ScanStatus', 'Uuid']));
  });

  test('is identified by its shape, not by its description or its examples', () => {
    const writer = writerOf();
    expect(writer.write(id.meta({ description: 'Another id.', examples: ['x'] }), 'nothing')).toEqual({
      $ref: '#/components/schemas/Uuid',
      description: 'Another id.',
    });
  });

  test('of an operation that is not included has no name', () => {
    expect(schemaWriter([quoteScan]).write(scanState, 'nothing')).toHaveProperty('properties');
  });
});

describe('a schema', () => {
  test('has no range that every integer has, and no pattern that its format implies', () => {
    const schema = z.object({ at: z.iso.datetime(), count: z.int(), few: z.int().max(5) });
    const { properties } = writerOf().write(schema, 'nothing') as { properties: Record<string, object> };
    expect(properties['at']).not.toHaveProperty('pattern');
    expect(properties['count']).not.toHaveProperty('maximum');
    expect(properties['few']).toMatchObject({ maximum: 5 });
  });

  test('keeps a field that is named like a keyword', () => {
    const schema = z.object({ properties: z.object({ examples: z.string() }), items: scanType });
    expect(writerOf().write(schema, 'nothing')['properties']).toMatchObject({
      properties: { type: 'object', properties: { examples: { type: 'string' } } },
      items: { type: 'string' },
    });
  });

  test('has the description that it states, else that of the field', () => {
    const schema = z.object({ scanId: id, repositoryId: id.meta({ description: 'This one.' }) });
    expect(writerOf().write(schema, 'nothing')['properties']).toMatchObject({
      scanId: { description: 'The scan.' },
      repositoryId: { description: 'This one.' },
    });
  });
});
