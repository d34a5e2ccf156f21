import type * as z from 'zod';
import { Problem, type ProblemPart } from '@scangate/domain/problem';

/** Hints for the most common mistakes of clients (docs/adr/0002-http-contract.md). */
const unknownFieldHints: Readonly<Record<string, string>> = {
  commitSha: 'Use commitHash.',
  sha: 'Use commitHash.',
  commit: 'Use commitHash.',
  fullName: 'Resolve it first (GET /v1/repositories/resolve) and send repositoryId.',
  repository: 'Resolve the full name first (GET /v1/repositories/resolve) and send repositoryId.',
  types: 'Use scanTypes.',
  scan_types: 'Use scanTypes.',
};
const invalidFieldHints: Readonly<Record<string, string>> = {
  '/repositoryId':
    'A repository name is not accepted here: resolve it first (GET /v1/repositories/resolve) and send the repositoryId it returns.',
  '/commitHash': 'Send the full commit hash: 40 or 64 hexadecimal characters.',
};

/** Longer names are cut, so that the response stays small. */
const maxNameLength = 100;

const pointerOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => `/${String(part).slice(0, maxNameLength).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');

const partsOf = (issue: z.core.$ZodIssue): ProblemPart[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const hint = Object.hasOwn(unknownFieldHints, key) ? unknownFieldHints[key] : undefined;
      const pointer = pointerOf([...issue.path, key]);
      return { pointer, code: 'unknown_field', detail: 'This field is unknown.', ...(hint && { hint }) };
    });
  }
  const pointer = pointerOf(issue.path);
  const hint = invalidFieldHints[pointer];
  return [{ pointer, code: 'validation_failed', detail: issue.message, ...(hint && { hint }) }];
};

/** More errors would not help, and the response stays small. */
const maxErrors = 50;

/** Validates a body. @throws Problem unknown_field or validation_failed that names each offending place. */
export const validateBody = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(partsOf).slice(0, maxErrors);
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

/** Query values are text; digits become a number where the schema expects one. */
const readQuery = (schema: z.ZodObject, query: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const field = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
      return [name, field && isNumber(field) && /^-?\d{1,15}$/.test(text) ? Number(text) : text];
    }),
  );

/** Validates a query. @throws Problem invalid_query that names each parameter and its bounds. */
export const validateQuery = <T extends z.ZodObject>(
  schema: T,
  query: Record<string, string>,
): z.output<T> => {
  const result = schema.safeParse(readQuery(schema, query));
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(partsOf).map((part) => ({ ...part, code: 'invalid_query' }));
  throw new Problem('invalid_query', {
    detail: errors.map((e) => `${e.pointer.slice(1)}: ${e.detail}`).join(' '),
    errors,
  });
};
