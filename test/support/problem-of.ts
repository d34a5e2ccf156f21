import { Problem } from '@scangate/domain/problem';

/** Returns the Problem that refuses the work. */
export const problemOf = (work: () => unknown): Problem => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
