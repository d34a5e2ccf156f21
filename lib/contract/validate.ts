import type * as z from 'zod';
import { Problem, type ProblemPart } from '@scangate/domain/problem';

/** Hints for common mistakes at one endpoint, by the JSON Pointer of the field (docs/adr/0002-http-contract.md). */
export type Hints = Readonly<Record<string, string>>;

/** More errors would not help, and the response stays small. */
const maxErrors = 50;

/** Longer names are cut, so that the response stays small. */
const maxNameLength = 100;

const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => `/${String(part).slice(0, maxNameLength).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

/** For a schema without a message of its own, the regular expression would be shown, which does not help. */
const detailOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_format' && issue.pattern !== undefined && issue.message.includes(issue.pattern)
    ? 'This text does not have the expected form.'
    : issue.message;

const partsOf = (issue: z.core.$ZodIssue, hints: Hints): ProblemPart[] => {
  const withHint = (part: ProblemPart): ProblemPart => {
    const hint = Object.hasOwn(hints, part.pointer) ? hints[part.pointer] : undefined;
    return { ...part, ...(hint !== undefined && { hint }) };
  };
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const pointer = pointerOf([...issue.path, key]);
      return withHint({ pointer, code: 'unknown_field', detail: 'This field is unknown.' });
    });
  }
  return [withHint({ pointer: pointerOf(issue.path), code: 'validation_failed', detail: detailOf(issue) })];
};

/** Validates a body. @throws Problem unknown_field or validation_failed that lists each invalid field. */
export const validateBody = <T extends z.ZodType>(
  schema: T,
  body: unknown,
  hints: Hints = {},
): z.output<T> => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => partsOf(issue, hints)).slice(0, maxErrors);
  const unknown = errors.find((part) => part.code === 'unknown_field');
  const first = unknown ?? errors[0];
  throw new Problem(unknown ? 'unknown_field' : 'validation_failed', {
    detail: first
      ? `${first.pointer || 'The body'}: ${first.detail}${first.hint ? ` ${first.hint}` : ''}`
      : undefined,
    errors,
  });
};

const isNumber = (schema: z.ZodType): boolean => {
  const definition = schema.def as { type: string; innerType?: z.ZodType };
  return (
    definition.type === 'number' || (definition.innerType !== undefined && isNumber(definition.innerType))
  );
};

/** All values of each query parameter. */
export type Query = Readonly<Record<string, readonly string[]>>;

/** For a parameter that is given twice, clients and proxies may disagree about the value. */
const refuseRepeated = (query: Query): void => {
  const detail = 'This parameter is given more than once.';
  const errors = Object.entries(query)
    .filter(([, values]) => values.length > 1)
    .map(([name]) => ({ pointer: pointerOf([name]), code: 'invalid_query', detail }))
    .slice(0, maxErrors);
  const [first] = errors;
  if (first) throw new Problem('invalid_query', { detail: `${first.pointer.slice(1)}: ${detail}`, errors });
};

/** Query values are text; digits become a number if the schema expects one. */
const readQuery = (schema: z.ZodObject, query: Query): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, [text = '']]) => {
      const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
      return [name, field && isNumber(field) && /^-?\d{1,15}$/.test(text) ? Number(text) : text];
    }),
  );

/** Validates a query. @throws Problem invalid_query that lists each parameter and its bounds. */
export const validateQuery = <T extends z.ZodObject>(
  schema: T,
  query: Query,
  hints: Hints = {},
): z.output<T> => {
  refuseRepeated(query);
  const result = schema.safeParse(readQuery(schema, query));
  if (result.success) return result.data;
  const errors = result.error.issues
    .flatMap((issue) => partsOf(issue, hints))
    .slice(0, maxErrors)
    .map((part) => ({ ...part, code: 'invalid_query' }));
  throw new Problem('invalid_query', {
    detail: errors
      .map(({ pointer, detail, hint }) => `${pointer.slice(1)}: ${detail}${hint ? ` ${hint}` : ''}`)
      .join(' '),
    errors,
  });
};
