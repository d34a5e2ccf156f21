import { repetitionsOf } from './repetitions.ts';

const triedPasses = 2;
/** Fewer passes take no more of the stack than one. */
const fewPasses = 1000;

const throws = (pattern: RegExp, text: string): boolean => {
  const own = new RegExp(pattern.source, pattern.flags);
  try {
    own.exec(text);
    return false;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
};

/**
 * Runs an expression on texts of a length that are made for each of its repetitions.
 * @returns whether one of them overflows the stack on which V8 keeps the places to go back to.
 */
export const overflows = (pattern: RegExp, characters: number): boolean =>
  repetitionsOf(pattern, fewPasses).some(({ before, passes, after }) =>
    passes.slice(0, triedPasses).some((pass) => {
      const long = before + pass.repeat(Math.ceil(characters / pass.length));
      return throws(pattern, long) || (after !== '' && throws(pattern, long + after));
    }),
  );
