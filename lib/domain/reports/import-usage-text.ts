import type { Usage } from '@scangate/engines/model/finding';

const placesText = (places: Usage['places']): string => {
  const [first, ...others] = places.map(({ file, line }) => `${file}:${line}`);
  if (first === undefined) return '';
  return others.length === 0 ? ` at ${first}` : ` at ${first} and ${others.length} more`;
};

/**
 * Describes how code uses a vulnerable package. The text states what the code names, and never claims that the
 * package is not vulnerable.
 */
export const importUsageText = ({ imported, via, symbols, places }: Usage): string => {
  const at = placesText(places);
  if (!imported)
    return via === undefined
      ? 'Not imported by this code.'
      : `Not imported by this code, and neither is ${via}, which depends on it.`;
  if (via !== undefined) return `Dependency of ${via}, which this code imports${at}.`;
  if (symbols === undefined) return `Imported by this code${at}.`;
  return symbols.length === 0
    ? `Imported by this code${at}; it uses none of the affected symbols.`
    : `This code uses the affected ${symbols.join(', ')}${at}.`;
};

/** Orders used packages first, then those of unknown use, then those that are not imported. */
export const usageRank = (usage: Usage | undefined): number => {
  if (!usage) return 1;
  return usage.imported ? 0 : 2;
};
