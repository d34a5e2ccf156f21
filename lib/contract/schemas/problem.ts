import * as z from 'zod';

export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z
    .string()
    .optional()
    .meta({ description: 'The path; absent in responses of the gateway itself.' }),
  code: z.string(),
  requestId: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(
      z.object({ pointer: z.string(), code: z.string(), detail: z.string(), hint: z.string().optional() }),
    )
    .optional(),
});
