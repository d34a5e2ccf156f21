import type { Member } from '@scangate/domain/records';

/** The limit of members of an organization: a first sign-in, and a user whom its directory creates, read all of them. */
export const maxMembers = 10_000;

/** Whether a record counts: a member, or a user whom the directory may activate again. Others have left. */
export const countsAsMember = ({ removedAt, directory }: Pick<Member, 'removedAt' | 'directory'>): boolean =>
  removedAt === undefined || directory !== undefined;

/** The refusal of one more member, in words. */
export const tooManyMembers = `An organization has at most ${maxMembers} members, users included whom its directory deactivated.`;
