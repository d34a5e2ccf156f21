import type * as z from 'zod';

/** Reads a text as JSON of a shape. @returns undefined for any other text. */
export const readJson = <T>(shape: z.ZodType<T>, text: string): T | undefined => {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
