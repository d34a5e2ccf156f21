import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { problemCodes } from '@scangate/domain/problem';
import { allSchemas, document, operations, resolved, type Node } from '#test/support/api/document-parts.ts';

const minified = JSON.stringify(document);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** A map of fields, as opposed to a field that is named `properties`. */
const fieldsOf = ({ properties }: Node): [name: string, field: Node][] =>
  typeof properties === 'object' ? (Object.entries(properties ?? {}) as [string, Node][]) : [];

describe('the document is small', () => {
  test('an operation takes at most 4 KB on average, minified', () => {
    expect(minified.length / operations.length).toBeLessThanOrEqual(4096);
  });

  test('it takes at most 120 KB compressed', () => {
    expect(gzipSync(minified).length).toBeLessThanOrEqual(120 * 1024);
  });

  test('no shape with fields occurs at two places: it is a component', () => {
    const places = Map.groupBy(
      allSchemas().filter(([, schema]) => schema['properties'] && JSON.stringify(schema).length > 300),
      ([, { description: _description, ...shape }]) => JSON.stringify(shape),
    );
    const repeated = [...places.values()].filter((each) => each.length > 1);
    expect(repeated.map((each) => each.map(([at]) => at))).toEqual([]);
  });

  test('every component is used', () => {
    const names = Object.entries(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `"#/components/${kind}/${name}"`),
    );
    const unused = names.filter((name) => !minified.includes(name) && !name.includes('securitySchemes'));
    expect(unused).toEqual([]);
  });
});

describe('everything is described', () => {
  test('every operation has one tag, which the document describes', () => {
    const names = document.tags.map(({ name }) => name);
    for (const { operation } of operations) expect(operation['tags']).toEqual([expect.toBeOneOf(names)]);
    expect(names.filter((name) => !minified.includes(`"tags":["${name}"]`))).toEqual([]);
  });

  test('every parameter', () => {
    const bare = operations.flatMap(({ name, operation }) =>
      (operation['parameters'] as Node[])
        .map(resolved)
        .filter(({ description }) => !isText(description))
        .map((parameter) => `${name} ${String(parameter['name'])}`),
    );
    expect(bare).toEqual([]);
  });

  test('every property', () => {
    const bare = allSchemas().flatMap(([at, schema]) =>
      fieldsOf(schema)
        .filter(([, field]) => !isText(field['description']) && !isText(resolved(field)['description']))
        .map(([name]) => `${at} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  test('every header, and every answer has the id of the request', () => {
    for (const header of Object.values(document.components['headers'] ?? {}))
      expect(header).toMatchObject({ description: expect.stringMatching(/./), example: expect.anything() });
    for (const { operation } of operations)
      for (const response of Object.values(operation['responses'] as Record<string, Node>))
        expect(resolved(response)['headers']).toHaveProperty('X-Request-Id');
  });
});

describe('problems', () => {
  test('have every code of the service as an enum', () => {
    const problem = { ...document.components['schemas']?.['Problem'] };
    const code = fieldsOf(problem).find(([name]) => name === 'code')?.[1];
    expect(code?.['enum']).toEqual(Object.keys(problemCodes));
  });

  test('of one status name only the codes of that status', () => {
    for (const { operation } of operations)
      for (const [status, response] of Object.entries(operation['responses'] as Record<string, Node>)) {
        if (!(Number(status) >= 400)) continue;
        const text = JSON.stringify(resolved(response));
        const codes = /"enum":(\[[^\]]*\])/.exec(text)?.[1] ?? '[]';
        const statuses = (JSON.parse(codes) as (keyof typeof problemCodes)[]).map(
          (code) => problemCodes[code][0],
        );
        expect([...new Set(statuses)]).toEqual([Number(status)]);
      }
  });
});

describe('samples', () => {
  test('every operation has one for curl, and each one that is not a page has one for TypeScript', () => {
    for (const { operation } of operations) {
      if (operation['x-roles'] === undefined) continue;
      const samples = operation['x-codeSamples'] as { lang: string; label?: string; source: string }[];
      const labels = samples.map(({ lang, label = lang }) => label);
      const isPage = samples.length === 1;
      expect(labels).toEqual(isPage ? ['curl'] : expect.arrayContaining(['curl', 'TypeScript']));
      expect(samples[0]?.source).not.toMatch(/undefined|\{\w+\}"/);
    }
  });
});
