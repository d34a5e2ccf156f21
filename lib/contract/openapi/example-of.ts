import type * as z from 'zod';
import { fieldExamples } from './fields/index.ts';
import { isObject, type Json } from './json-schema-node.ts';
import { plainSchema } from './plain-schema.ts';

type Schemas = Record<string, Json>;

const isAllowed = (value: unknown, { enum: choices, type }: Json): boolean => {
  if (Array.isArray(choices)) return choices.includes(value);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'string') return typeof value === 'string';
  return type === undefined || type === typeof value;
};

const objectExample = (schema: Json, owner: string): Json => {
  const required = (schema['required'] ?? []) as string[];
  const fields = Object.entries((schema['properties'] ?? {}) as Schemas);
  const shown = fields.filter(([name, field]) => required.includes(name) && field !== undefined);
  return Object.fromEntries(shown.map(([name, field]) => [name, compose(field, name, owner)]));
};

const scalarExample = ({ type, format, minimum }: Json): unknown => {
  if (type === 'integer' || type === 'number') return minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  return format === 'date-time' ? '2026-03-01T12:00:00.000Z' : undefined;
};

/** Composes an example: its own, else that of the field, else of its parts. */
const compose = (schema: Json, name: string, owner: string): unknown => {
  const [own] = (schema['examples'] as unknown[] | undefined) ?? [];
  if (own !== undefined) return own;
  if ('const' in schema) return schema['const'];
  const ofField = fieldExamples[`${owner}.${name}`] ?? fieldExamples[name];
  if (ofField !== undefined && isAllowed(ofField, schema)) return ofField;
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const [choice] = ((schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined) ?? [];
  if (choice) return compose(choice, name, owner);
  if (schema['type'] === 'array')
    return isObject(schema['items']) ? [compose(schema['items'], name, owner)] : [];
  return schema['type'] === 'object' ? objectExample(schema, owner) : scalarExample(schema);
};

/**
 * Makes an example of a schema: the one that it states, else one composed of the examples of its parts. Only fields that
 * are always there are shown in a composed example.
 */
export const exampleOf = (schema: z.ZodType, owner: string): unknown =>
  compose(plainSchema(schema), owner, owner);

/** All examples that a schema states at its top, else a composed one. */
export const examplesOf = (schema: z.ZodType, owner: string): unknown[] => {
  const { examples } = plainSchema(schema);
  return Array.isArray(examples) && examples.length > 0 ? examples : [exampleOf(schema, owner)];
};
