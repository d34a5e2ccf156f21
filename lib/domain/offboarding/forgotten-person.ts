import type { Instant } from '../records.ts';

/** A person whose address was removed, by id alone. It is kept where no restore of the tables reaches. */
export interface ForgottenPerson {
  personId: string;
  forgottenAt: Instant;
}

/** The prefix of the names under which they are kept. Names of statements begin with an id. */
export const forgottenPeople = 'forgotten/';

/** Names what is kept of a person; a person may return, and be forgotten again. */
export const forgottenName = ({ personId, forgottenAt }: ForgottenPerson): string =>
  `${forgottenPeople}${forgottenAt}/${personId}.json`;

/** Reads a name. */
export const forgottenOfName = (name: string): ForgottenPerson => {
  const [forgottenAt = '', file = ''] = name.slice(forgottenPeople.length).split('/');
  return { personId: file.slice(0, file.lastIndexOf('.')), forgottenAt };
};
