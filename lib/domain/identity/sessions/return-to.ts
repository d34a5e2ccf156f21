import { consolePages } from '@scangate/domain/console-pages';

/** The page to which a sign-in leads unless it names another. */
export const defaultReturnTo = consolePages.home;

/** A longer path is not a page of the console. */
const maxLength = 2048;

const segment = /^[A-Za-z0-9._~@:+,=-]{1,256}$/;
/** Visible ASCII without quotes, angle brackets and backslashes. */
const queryOrFragment = /^[?#][\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d-\x7e]*$/;

const isSegment = (part: string): boolean => segment.test(part) && part !== '.' && part !== '..';

/**
 * Returns whether a sign-in may lead to this path: `/console`, or a path below it that every browser reads alike. It
 * has no empty or escaped segment, so that it cannot lead to another origin.
 */
export const isReturnTo = (text: string): boolean => {
  if (text === defaultReturnTo) return true;
  if (text.length > maxLength || !text.startsWith(`${defaultReturnTo}/`)) return false;
  const end = text.search(/[?#]/);
  const [path, rest] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  const parts = path.split('/').slice(2);
  const last = parts.pop() ?? '';
  return (
    parts.every(isSegment) && (last === '' || isSegment(last)) && (rest === '' || queryOrFragment.test(rest))
  );
};
