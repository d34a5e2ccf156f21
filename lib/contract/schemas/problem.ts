import * as z from 'zod';
import { problemCodes, type ProblemCode } from '@scangate/domain/problem';

export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z
    .string()
    .optional()
    .meta({ description: 'The path; absent in responses of the gateway itself.' }),
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]),
  requestId: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(
      z.object({ pointer: z.string(), code: z.string(), detail: z.string(), hint: z.string().optional() }),
    )
    .optional(),
});
