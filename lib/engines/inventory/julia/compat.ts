import { caretPlace, releaseOf } from '@scangate/engines/ranges/release-numbers';

const isAtLeast = (numbers: readonly number[], least: readonly number[]): boolean => {
  const at = least.findIndex((number, place) => number !== (numbers[place] ?? 0));
  return at === -1 || (numbers[at] ?? 0) > (least[at] ?? 0);
};

/**
 * Returns whether a version is known to be within a range of `[compat]`: versions with a caret, a tilde or no sign, of which
 * one has to fit. Other ranges, and versions that are no release, are not compared.
 */
export const isWithinCompat = (version: string | undefined, range: string | undefined): boolean => {
  const release = releaseOf(version ?? '');
  // The number of a build follows a `+`.
  if (!release || (release.rest !== '' && !release.rest.startsWith('+'))) return false;
  return (range ?? '').split(',').some((stated) => {
    const part = stated.trim();
    const isTilde = part.startsWith('~');
    const least = releaseOf(isTilde || part.startsWith('^') ? part.slice(1) : part);
    if (!least || least.rest !== '') return false;
    const { numbers } = least;
    const kept = isTilde ? Math.min(1, numbers.length - 1) : caretPlace(numbers);
    const isSame = numbers
      .slice(0, kept + 1)
      .every((number, place) => number === (release.numbers[place] ?? 0));
    return isSame && isAtLeast(release.numbers, numbers);
  });
};
