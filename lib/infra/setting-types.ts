import * as z from 'zod';

export const flag = z.union([z.boolean(), z.stringbool()]);

/** The name of a SecureString in the parameter store; empty for none. */
export const parameterName = z
  .string()
  .regex(/^(?:\/?[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*)?$/)
  .default('');
