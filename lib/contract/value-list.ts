import * as z from 'zod';

/** One value or several, separated by commas. No value contains special characters of regular expressions. */
export const valueList = (values: readonly string[]) => {
  const one = `(?:${values.join('|')})`;
  return z
    .string()
    .max(1024)
    .regex(new RegExp(`^${one}(?:,${one})*$`), `Separate by commas some of ${values.join(', ')}.`);
};

/** Reads such a list. */
export const valuesOf = <T extends string>(
  list: string | undefined,
  values: readonly T[],
): T[] | undefined => {
  const named = list?.split(',');
  return named && values.filter((value) => named.includes(value));
};
