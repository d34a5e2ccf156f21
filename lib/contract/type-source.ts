import type * as z from 'zod';
import { jsonSchemaOf } from './json-schema.ts';

/** The parts of JSON Schema that zod writes for the schemas of the contract. */
interface JsonSchema {
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: string | string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const objectType = (schema: JsonSchema, indent: string): string => {
  const inner = `${indent}  `;
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, property]) =>
      `${inner}${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(property, inner)};\n`,
  );
  const { additionalProperties } = schema;
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties, inner) : undefined;
  if (members.length === 0) return `Record<string, ${rest ?? 'never'}>`;
  // Known members have types of their own, so the others can only be unknown.
  const open = rest === undefined ? '' : `${inner}[member: string]: unknown;\n`;
  return `{\n${members.join('')}${open}${indent}}`;
};

const typeOf = (schema: JsonSchema, indent: string): string => {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each }, indent)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map((each) => typeOf(each, indent)));
  if (type === 'array') {
    const { items = {} } = schema;
    const isUnion = items.enum ?? items.anyOf ?? items.oneOf ?? Array.isArray(items.type);
    return isUnion ? `(${typeOf(items, indent)})[]` : `${typeOf(items, indent)}[]`;
  }
  if (type === 'object') return objectType(schema, indent);
  return simpleTypes[type ?? ''] ?? 'unknown';
};

/**
 * Writes the TypeScript type of a schema.
 * @param io selects the side of the schema: `input` is what a client sends, `output` what it receives.
 */
export const typeSource = (schema: z.ZodType, io: 'input' | 'output', indent = ''): string =>
  typeOf(jsonSchemaOf(schema, io), indent);
