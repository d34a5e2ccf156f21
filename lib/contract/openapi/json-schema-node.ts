/** A node of JSON Schema, or of the OpenAPI document. */
export type Json = Record<string, unknown>;

/** Whether a node of the document is an object. */
export const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const mapped = (schemas: unknown, change: (schema: Json, name: string) => Json): Json =>
  Object.fromEntries(
    Object.entries(schemas as Json).map(([name, each]) => [name, change(each as Json, name)]),
  );

const listed = (schemas: unknown, change: (schema: Json) => Json): Json[] =>
  (schemas as Json[]).map((each) => change(each));

/** The keywords whose values are schemas: a map, a list or one of them. */
const maps = ['properties', 'patternProperties'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const singles = ['items', 'additionalProperties', 'propertyNames', 'not'];

/** Maps the schemas directly below a schema. Anything else, such as an example, is unchanged. */
export const mapSubschemas = (schema: Json, change: (schema: Json) => Json): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (maps.includes(keyword) && isObject(value)) return [keyword, mapped(value, change)];
      if (lists.includes(keyword) && Array.isArray(value)) return [keyword, listed(value, change)];
      if (singles.includes(keyword) && isObject(value)) return [keyword, change(value)];
      return [keyword, value];
    }),
  );

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, canonical(value[key])]));
};

/** A key that is the same for schemas which differ only in their top-level description and examples. */
export const shapeKey = ({ description: _description, examples: _examples, ...shape }: Json): string =>
  JSON.stringify(canonical(shape));
