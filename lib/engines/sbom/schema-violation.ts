import type { ErrorObject } from 'ajv';

/** A place where a document violates its schema. */
export interface SchemaViolation {
  /** JSON Pointer into the document. */
  pointer: string;
  /** Stable code, such as the schema keyword. */
  code: string;
  detail: string;
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

export const unescapePointer = (segment: string): string =>
  segment.replaceAll('~1', '/').replaceAll('~0', '~');

const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'oneOf' || keyword === 'anyOf';

/**
 * Picks the most informative violation. If a value must match one of several forms, each form reports its own
 * violation; the deepest one came closest to matching. If none is deeper than the value, only the choice itself
 * is certain.
 */
const tellingError = (errors: readonly ErrorObject[]): ErrorObject | undefined => {
  const choice = errors.findLast(isChoice);
  if (!choice) return errors[0];
  const deepest = errors.reduce((best, error) => (depthOf(error) > depthOf(best) ? error : best), choice);
  return depthOf(deepest) > depthOf(choice) ? deepest : choice;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)) ?? '';

const allowedValues = (values: unknown): string => {
  const list = Array.isArray(values) ? values.map(textOf) : [textOf(values)];
  return list.length > 12 ? `${list.slice(0, 12).join(', ')}, …` : list.join(', ');
};

type Saying = (error: ErrorObject) => { below?: string; detail: string };

const param = ({ params }: ErrorObject, name: string): unknown => (params as Record<string, unknown>)[name];

/** Messages by schema keyword; `below` names the member in question. */
const sayings: Record<string, Saying> = {
  required: (error) => ({
    below: textOf(param(error, 'missingProperty')),
    detail: 'This member is required and missing.',
  }),
  additionalProperties: (error) => ({
    below: textOf(param(error, 'additionalProperty')),
    detail: 'This member is not known in this version of CycloneDX.',
  }),
  type: (error) => ({ detail: `This must be of type ${textOf(param(error, 'type'))}.` }),
  enum: (error) => ({ detail: `This must be one of: ${allowedValues(param(error, 'allowedValues'))}.` }),
  const: (error) => ({ detail: `This must be ${allowedValues(param(error, 'allowedValue'))}.` }),
  format: (error) => ({ detail: `This must be a valid ${textOf(param(error, 'format'))}.` }),
  pattern: (error) => ({ detail: `This must match ${textOf(param(error, 'pattern'))}.` }),
  uniqueItems: () => ({ detail: 'No two items of this list may be equal.' }),
  oneOf: () => ({ detail: 'This has none of the forms that are allowed here, or several at once.' }),
  anyOf: () => ({ detail: 'This has none of the forms that are allowed here.' }),
};

/** Converts the violations of a validation to one message with a JSON Pointer. */
export const violationFromErrors = (errors: readonly ErrorObject[]): SchemaViolation => {
  const error = tellingError(errors);
  if (!error) return { pointer: '', code: 'schema', detail: 'The document does not fit its schema.' };
  const say = Object.hasOwn(sayings, error.keyword) ? sayings[error.keyword] : undefined;
  const { below, detail } = say?.(error) ?? { detail: `This ${error.message ?? 'is not valid'}.` };
  const pointer = below === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(below)}`;
  return { pointer, code: error.keyword, detail: detail.slice(0, 500) };
};
