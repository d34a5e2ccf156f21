import * as z from 'zod';

export const flag = z.union([z.boolean(), z.stringbool()]);

/** The name of a SecureString in the parameter store; empty for none. */
export const parameterName = z
  .string()
  .regex(/^(?:\/?[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*)?$/)
  .default('');

/** A host name in lower case; empty for none. */
export const hostName = z
  .string()
  .regex(/^(?:(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])?$/, {
    message: 'a host name in lower case, without a scheme',
  })
  .default('');
