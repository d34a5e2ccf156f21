import type * as z from 'zod';
import type { EndpointSpec } from '../endpoint.ts';
import { describeFields } from './describe-fields.ts';
import { mapSubschemas, shapeKey, type Json } from './json-schema-node.ts';
import { namedShapes } from './named-shapes.ts';
import { plainSchema, withoutExamples } from './plain-schema.ts';

/** Writes schemas for the document, with shared shapes as references to components. */
export interface SchemaWriter {
  /** @param owner is the operation or event to which the schema belongs; it determines the descriptions of fields. */
  write: (schema: z.ZodType, owner: string) => Json;
  /** The name of a shape that has one. */
  nameOf: (schema: Json) => string | undefined;
  /** The referenced components, by name. */
  components: () => Record<string, Json>;
}

/** Creates a writer for the named shapes of a contract. */
export const schemaWriter = (endpoints: readonly EndpointSpec[]): SchemaWriter => {
  const shapes = namedShapes(endpoints);
  const names = new Map(shapes.map(({ name, schema }) => [shapeKey(schema), name]));
  const used = new Set<string>();

  const referred = (schema: Json): Json => {
    const name = names.get(shapeKey(schema));
    if (name === undefined) return mapSubschemas(schema, referred);
    used.add(name);
    const { description } = schema;
    const usual = shapes.find((shape) => shape.name === name)?.description;
    const isOwn = description !== undefined && description !== usual;
    return { $ref: `#/components/schemas/${name}`, ...(isOwn && { description }) };
  };
  const finished = (schema: Json, owner: string): Json => describeFields(schema, owner);

  return {
    nameOf: (schema) => names.get(shapeKey(withoutExamples(schema))),
    write: (schema, owner) => finished(referred(withoutExamples(plainSchema(schema))), owner),
    components: () => {
      const written: Record<string, Json> = {};
      // A component may refer to further ones, which are added to the set during this loop.
      for (const name of used) {
        const shape = shapes.find((each) => each.name === name);
        if (!shape) continue;
        const body = mapSubschemas(shape.schema, referred);
        const { description } = shape;
        written[name] = finished({ ...body, ...(description !== undefined && { description }) }, name);
      }
      return Object.fromEntries(Object.entries(written).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
};
