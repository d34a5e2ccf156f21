import { invalidField } from '../invalid-field.ts';

/** A full name that can be sent in a query: `owner/repo` without spaces and invisible characters. */
export const fullNamePattern = /^[^/\s\p{Cc}\p{Cs}]{1,300}\/[^/\s\p{Cc}\p{Cs}]{1,300}$/u;
/** The refusal of a text that is not a full name. */
export const fullNameForm = 'A full name has the form owner/repo, without spaces.';
/** A full name is part of a database key, which holds 1,024 bytes. */
export const maxFullNameLength = 300;

/**
 * Returns the full name under which a repository is connected: the given one, else the end of its URL.
 * @throws Problem validation_failed when the name does not have the form `owner/repo`.
 */
export const chooseFullName = (given: string | undefined, ofUrl: string): string => {
  const name = given ?? ofUrl;
  if (name.length <= maxFullNameLength && fullNamePattern.test(name)) return name;
  throw invalidField(
    '/fullName',
    'The end of the URL is not a usable name: send fullName, as owner/repo without spaces.',
  );
};
