import type * as z from 'zod';
import { jsonSchemaOf } from '../json-schema.ts';
import { isObject, mapSubschemas, type Json } from './json-schema-node.ts';
import { portablePattern } from './portable-pattern.ts';

/** The formats that are equivalent to the pattern beside them. */
const formatsWithPattern = new Set(['date-time', 'date', 'uuid', 'email']);

const isSaid = ([keyword, value]: [string, unknown], { format }: Json): boolean => {
  if (keyword === 'pattern') return formatsWithPattern.has(String(format));
  return (
    (keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  );
};

/** Removes redundant keywords: the range of all integers, and the pattern of a format. */
const simplified = (schema: Json): Json => {
  const kept = Object.entries(schema).filter((entry) => !isSaid(entry, schema));
  const portable = kept.map(([keyword, value]) => [
    keyword,
    keyword === 'pattern' ? portablePattern(String(value)) : value,
  ]);
  return mapSubschemas(Object.fromEntries(portable) as Json, simplified);
};

/** Writes the JSON Schema of the input side of a schema, whole. */
export const plainSchema = (schema: z.ZodType): Json => {
  const { $schema: _dialect, ...json } = jsonSchemaOf(schema, 'input');
  return simplified(json);
};

/** Removes the examples of a schema with parts: an example of the whole is given beside it. */
export const withoutExamples = (schema: Json): Json => {
  const { examples, ...rest } = schema;
  const isScalar = !isObject(rest['properties']) && !Array.isArray(rest['anyOf']) && !('oneOf' in rest);
  return mapSubschemas(
    { ...rest, ...(isScalar && rest['type'] !== 'array' && examples !== undefined && { examples }) },
    withoutExamples,
  );
};
