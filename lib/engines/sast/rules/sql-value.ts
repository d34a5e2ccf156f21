import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

const verb = /^[\s(]*(?:select|insert|update|delete|replace|merge|with)\b/i;

const beforeValue = /(?:[=<>(,]|\blike|\bvalues\s*\(|\bin\s*\(|\blimit|\boffset)\s*(?:N|E|b)?['"]?%?$/i;

const beforeColumns = /\binto [^\s(]{1,50} ?\($/i;

const longestEnd = 60;

/** Stands for a part of unknown origin in the beginning of a text (`prefixOf`). */
const unknownPart = '\uFFFC';

const isValuePlace = (before: string): boolean => {
  const end = before.slice(-longestEnd).trimEnd();
  return beforeValue.test(end) && !beforeColumns.test(end);
};

/** Tells whether untrusted text is in the position of a value in a statement, not of a table or column name. */
export const putsSqlValue = (value: Value): boolean => {
  const prefix = prefixOf(value) ?? '';
  return value.constant === undefined && verb.test(prefix) && isValuePlace(prefix);
};

/** Tells whether text of unknown origin is between the quotes of a value; a number needs no quotes. */
export const putsQuotedSqlValue = (value: Value): boolean => {
  const prefix = prefixOf(value) ?? '';
  if (value.constant !== undefined || !verb.test(prefix)) return false;
  const parts = prefix.split(unknownPart);
  return parts.some((part) => /['"]%?$/.test(part) && isValuePlace(part));
};

/** Tells the same for a condition that is a part of a statement: `name = …`. */
export const putsSqlCondition = (value: Value): boolean => {
  const prefix = prefixOf(value) ?? '';
  return value.constant === undefined && /^\s{0,9}[\w.]{1,80}\s?[=<>]/.test(prefix) && isValuePlace(prefix);
};

/** Tells whether text is joined to a statement by an operator for strings alone, in the position of a value. */
export const joinsSqlValue = (value: Value): boolean => {
  const prefix = prefixOf(value) ?? '';
  if (value.constant !== undefined || value.path !== undefined || !verb.test(prefix)) return false;
  const [first = ''] = prefix.split(unknownPart);
  return isValuePlace(first);
};
