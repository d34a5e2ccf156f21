import type { FoundPackage } from './lockfile-reader.ts';

const shownLength = 200;

/**
 * Reads the registry's deprecation of a version, which some lockfiles repeat as a message or `true`. An empty
 * message withdraws the deprecation.
 */
export const deprecationOf = (stated: unknown): Pick<FoundPackage, 'deprecated'> => {
  if (stated === true) return { deprecated: 'no reason is given' };
  if (typeof stated !== 'string') return {};
  const text = stated
    .slice(0, 4 * shownLength)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim();
  return text === '' ? {} : { deprecated: text.slice(0, shownLength) };
};
