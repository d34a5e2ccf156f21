import * as z from 'zod';
import type { Form } from './form.ts';
import { missingParameter, StripeApiError, invalidRequest, unknownParameter } from './stripe-api-error.ts';

/** Schemas of form parameters, which all arrive as texts. */
const wrong = (ctx: z.RefinementCtx, code: string, message: string): never => {
  ctx.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
};

export const stringParameter = z.string().max(5000);
export const integerParameter = z.string().transform((value, ctx) => {
  const number = Number(value);
  if (/^-?\d{1,15}$/.test(value) && Number.isSafeInteger(number)) return number;
  return wrong(ctx, 'parameter_invalid_integer', `Invalid integer: ${value}`);
});
export const countParameter = integerParameter.pipe(z.number().min(0));
export const booleanParameter = z.string().transform((value, ctx) => {
  if (value === 'true' || value === 'false') return value === 'true';
  return wrong(ctx, 'parameter_unknown', `Invalid boolean: ${value}`);
});
export const decimalParameter = z.string().transform((value, ctx) => {
  if (/^\d{1,12}(?:\.\d{1,12})?$/.test(value)) return Number(value);
  return wrong(ctx, 'parameter_invalid_integer', `Invalid decimal: ${value}`);
});

/** Reads an empty text as null, which unsets the value. */
export const unsettable = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), schema]);

export const listOf = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => {
    if (value === '') return [];
    if (typeof value !== 'object' || value === null) return value;
    return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : value;
  }, z.array(schema));

/** An empty value unsets its key; an empty text unsets all keys. */
export const metadataParameter = z.union([
  z.literal('').transform(() => null),
  z.record(z.string().max(40), z.string().max(500)).refine((keys) => Object.keys(keys).length <= 50),
]);
export type MetadataChange = z.infer<typeof metadataParameter>;

export const strictObject = z.strictObject;

export const createdRange = z
  .union([
    integerParameter.transform((at) => ({ gte: at, lte: at })),
    strictObject({
      gt: integerParameter,
      gte: integerParameter,
      lt: integerParameter,
      lte: integerParameter,
    }).partial(),
  ])
  .optional();

/** The parameters of every list. */
export const paging = {
  limit: integerParameter.pipe(z.number().min(1).max(100)).optional(),
  starting_after: stringParameter.optional(),
  ending_before: stringParameter.optional(),
};
export type Paging = { limit?: number; starting_after?: string; ending_before?: string };

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

const isAbsent = (input: unknown, path: readonly PropertyKey[]): boolean => {
  let value: unknown = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return true;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value === undefined;
};

/** Expands the issues of a union to those of its closest option. */
const flatten = (issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): z.core.$ZodIssue[] => {
  const path = [...above, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ ...issue, path }];
  const options = issue.errors.map((issues) => issues.flatMap((inner) => flatten(inner, path)));
  const depth = (issues: z.core.$ZodIssue[]) => {
    const unknownKeys = issues.some((one) => one.code === 'unrecognized_keys') ? 0.5 : 0;
    return Math.max(0, ...issues.map((one) => one.path.length)) + unknownKeys;
  };
  return options.toSorted((a, b) => depth(b) - depth(a))[0] ?? [{ ...issue, path } as z.core.$ZodIssue];
};

const refusalOf = (issue: z.core.$ZodIssue, input: Form): StripeApiError => {
  const name = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return unknownParameter(nameOf([...issue.path, issue.keys[0] ?? '']));
  if (isAbsent(input, issue.path)) return missingParameter(name);
  if (issue.code === 'custom')
    return invalidRequest(issue.message, name, String(issue.params?.['code'] ?? ''));
  if (issue.code === 'invalid_value') {
    return invalidRequest(`Invalid ${name}: must be one of ${issue.values.join(', ')}`, name);
  }
  return invalidRequest(`Invalid ${name}: ${issue.message}`, name);
};

/** @throws StripeApiError parameter_unknown, parameter_missing, parameter_invalid_integer, … */
export const readParameters = <S extends z.ZodType>(schema: S, form: Form): z.infer<S> => {
  const read = schema.safeParse(form);
  if (read.success) return read.data;
  const issues = read.error.issues.flatMap((issue) => flatten(issue));
  const first = issues.find((issue) => issue.code === 'unrecognized_keys') ?? issues[0];
  throw first ? refusalOf(first, form) : invalidRequest('Invalid request');
};
