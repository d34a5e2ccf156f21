import { Problem } from '../problem.ts';

/** A full name as it can be asked for again: owner/repo, all of which is seen. Its length keeps it within a database key. */
export const fullNamePattern = /^[^/\s\p{Cc}\p{Cs}]+\/[^/\s\p{Cc}\p{Cs}]+$/u;
export const maxFullNameLength = 300;

/** The full name a repository is connected under, from the end of its URL unless given. @throws Problem validation_failed */
export const chooseFullName = (given: string | undefined, ofUrl: string): string => {
  const name = given ?? ofUrl;
  if (name.length <= maxFullNameLength && fullNamePattern.test(name)) return name;
  const detail = 'The end of the URL is no usable name: send fullName, as owner/repo without spaces.';
  const errors = [{ pointer: '/fullName', code: 'validation_failed', detail }];
  throw new Problem('validation_failed', { detail, errors });
};
