import document from '#contract/openapi.json' with { type: 'json' };

/** Answers as a later service may give them: with values that this console does not know, or without optional parts. */

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  additionalProperties?: Schema | boolean;
}

type Operations = Record<
  string,
  { responses?: Record<string, { content?: Record<string, { schema?: Schema }> }> }
>;

const paths: Record<string, Operations> = document.paths as never;
const schemas: Record<string, Schema> = document.components.schemas as never;

/** The ways in which an answer is of a later service. */
export const futures = ['unknown values', 'no optional parts'] as const;
export type Future = (typeof futures)[number];

/** A value that no enumeration has. */
export const unknownValue = 'of_tomorrow';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** Whether a value may be of a schema, as far as tells the alternatives of one place apart. */
const fits = (given: Schema, value: unknown): boolean => {
  const schema = resolved(given);
  const { type, required = [], properties = {} } = schema;
  if ('const' in schema) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.some((each) => fits(each, value));
  const types = [type ?? []].flat().map((each) => (each === 'integer' ? 'number' : each));
  if (types.length > 0 && !types.includes(typeOf(value))) return false;
  if (!isObject(value)) return true;
  return required.every((name) => name in value && fits(properties[name] ?? {}, value[name]));
};

const ofObject = (schema: Schema, value: Record<string, unknown>, changes: readonly Future[]): unknown => {
  const { properties = {}, required = [], additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const kept = Object.entries(value).filter(
    ([name]) => !changes.includes('no optional parts') || !(name in properties) || required.includes(name),
  );
  return Object.fromEntries(
    kept.map(([name, each]) => [name, ofFuture(properties[name] ?? others, each, changes)]),
  );
};

const ofFuture = (given: Schema, value: unknown, changes: readonly Future[]): unknown => {
  const schema = resolved(given);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const found = alternatives.find((each) => fits(each, value));
    return found ? ofFuture(found, value, changes) : value;
  }
  if (Array.isArray(value)) return value.map((each) => ofFuture(schema.items ?? {}, each, changes));
  if (isObject(value)) return ofObject(schema, value, changes);
  return changes.includes('unknown values') && schema.enum && typeof value === 'string'
    ? unknownValue
    : value;
};

const operationsOf = (path: string): Operations | undefined => {
  const segments = path.split('/');
  const found = Object.keys(paths).filter((template) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith('{') || part === segments[at])
    );
  });
  // A fixed segment goes before a parameter.
  const [first] = found.toSorted((a, b) => a.split('{').length - b.split('{').length);
  return first === undefined ? undefined : paths[first];
};

interface Answered {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** The body of an answer as a later service may give it. */
export const futureBody = ({ method, path, status, body }: Answered, changes: readonly Future[]): unknown => {
  const response = operationsOf(path)?.[method.toLowerCase()]?.responses?.[status];
  const schema = response?.content?.['application/json']?.schema;
  return schema ? ofFuture(schema, body, changes) : body;
};
