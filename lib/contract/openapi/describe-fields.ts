import { fieldDescriptions } from './fields/index.ts';
import { isObject, mapSubschemas, type Json } from './json-schema-node.ts';

/** The description of a field by its owner and name, otherwise by its name: a name means the same everywhere. */
export const descriptionOf = (owner: string, name: string): string | undefined =>
  fieldDescriptions[`${owner}.${name}`] ?? fieldDescriptions[name];

/** Adds the description to each field that has none itself. */
export const describeFields = (schema: Json, owner: string): Json => {
  const described = mapSubschemas(schema, (each) => describeFields(each, owner));
  const fields = described['properties'];
  if (!isObject(fields)) return described;
  const properties = Object.entries(fields as Record<string, Json>).map(([name, field]) => {
    const description = field['description'] ?? descriptionOf(owner, name);
    return [name, description === undefined ? field : { ...field, description }];
  });
  return { ...described, properties: Object.fromEntries(properties) as Json };
};
