import type * as z from 'zod';

/**
 * Parses a text as JSON of a schema.
 * @returns undefined for any other text.
 */
export const readJson = <T>(shape: z.ZodType<T>, text: string): T | undefined => {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
