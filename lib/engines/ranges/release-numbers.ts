const form = /^v?(\d{1,9}(?:\.\d{1,9}){0,9})(.*)$/s;

/** A version as its leading numbers and the rest. */
export interface Release {
  numbers: number[];
  /** A suffix such as `-rc.1`; empty for a release. */
  rest: string;
}

/** Parses the leading numbers of a version; undefined without any. */
export const releaseOf = (version: string): Release | undefined => {
  const [, digits, rest = ''] = form.exec(version) ?? [];
  return digits === undefined ? undefined : { numbers: digits.split('.').map(Number), rest };
};

/** Returns the first release in which the number at an index is larger: for the second number of 1.2.3 it is `1.3`. */
export const after = (numbers: readonly number[], place: number): string =>
  [...numbers.slice(0, place), (numbers[place] ?? 0) + 1].join('.');

/** Returns the index of the number that a caret keeps: the first one that is not 0, else the last stated one. */
export const caretPlace = (numbers: readonly number[]): number => {
  const first = numbers.findIndex((number) => number !== 0);
  return first === -1 ? numbers.length - 1 : first;
};
