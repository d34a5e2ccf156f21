import type * as z from 'zod';
import { fieldExamples } from './fields/index.ts';
import { isObject, type Json } from './json-schema-node.ts';
import { plainSchema } from './plain-schema.ts';

/** Returns the name of a shape that has one. */
type NameOf = (schema: Json) => string | undefined;

/** Creates examples of schemas. */
export interface ExampleMaker {
  /** All examples that a schema states, otherwise one composed of the examples of its parts. */
  all: (schema: z.ZodType, owner: string) => unknown[];
  first: (schema: z.ZodType, owner: string) => unknown;
}

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: (value) => typeof value === 'number',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isObject,
};

const isAllowed = (value: unknown, { enum: choices, type }: Json): boolean => {
  if (Array.isArray(choices)) return choices.includes(value);
  const types = [type].flat().map(String);
  return value === null || types.some((name) => checks[name]?.(value));
};

const scalarExample = ({ type, format, minimum }: Json): unknown => {
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return format === 'date-time' ? '2026-03-01T12:00:00.000Z' : undefined;
};

/** Returns the example of a whole schema: its own, its only value, or that of the field. */
const givenExample = (schema: Json, name: string, owner: string): unknown => {
  const [own] = (schema['examples'] as unknown[] | undefined) ?? [];
  if (own !== undefined) return own;
  if ('const' in schema) return schema['const'];
  const ofField = fieldExamples[`${owner}.${name}`] ?? fieldExamples[name];
  if (ofField !== undefined && isAllowed(ofField, schema)) return ofField;
  return 'default' in schema ? schema['default'] : (schema['enum'] as unknown[] | undefined)?.[0];
};

/**
 * Creates examples for a contract. A composed example contains the fields that are always present, and those with an
 * example for their owner.
 */
export const exampleMaker = (nameOf: NameOf): ExampleMaker => {
  const objectExample = (schema: Json, owner: string): Json => {
    const required = (schema['required'] ?? []) as string[];
    const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
    const shown = fields.filter(([name]) => required.includes(name) || `${owner}.${name}` in fieldExamples);
    return Object.fromEntries(shown.map(([name, field]) => [name, compose(field, name, owner)]));
  };
  const compose = (schema: Json, name: string, outer: string): unknown => {
    const given = givenExample(schema, name, outer);
    if (given !== undefined) return given;
    const owner = nameOf(schema) ?? outer;
    const [choice] = ((schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined) ?? [];
    if (choice) return compose(choice, name, owner);
    if (schema['type'] === 'object') return objectExample(schema, owner);
    if (schema['type'] !== 'array') return scalarExample(schema);
    const item = isObject(schema['items']) ? compose(schema['items'], name, owner) : undefined;
    return item === undefined ? [] : [item];
  };
  const first: ExampleMaker['first'] = (schema, owner) => compose(plainSchema(schema), owner, owner);
  return {
    first,
    all: (schema, owner) => {
      const { examples } = plainSchema(schema);
      return Array.isArray(examples) && examples.length > 0 ? examples : [first(schema, owner)];
    },
  };
};
