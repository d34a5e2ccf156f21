import * as z from 'zod';

type Json = Record<string, unknown>;

const definitionsOf = ({ $defs = {} }: Json): Record<string, Json> => $defs as Record<string, Json>;

/** Replaces each reference by the definition of the named schema. The schemas of the contract are not recursive. */
const inline = (node: unknown, definitions: Record<string, Json>): unknown => {
  if (Array.isArray(node)) return node.map((each) => inline(each, definitions));
  if (node === null || typeof node !== 'object') return node;
  const { $ref, $defs: _definitions, ...rest } = node as Json;
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String($ref ?? '')) ?? [];
  const definition = name === undefined ? undefined : definitions[name];
  if (definition) {
    const { id: _id, ...named } = definition;
    return inline({ ...named, ...rest }, definitions);
  }
  const kept = { ...($ref !== undefined && { $ref }), ...rest };
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, inline(value, definitions)]));
};

/**
 * Writes the complete JSON Schema of one side of a schema, without internal references, which a document cannot
 * resolve.
 */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return inline(json, definitionsOf(json)) as Json;
};
