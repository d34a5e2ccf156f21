import { Conflict } from '@scangate/domain/conflict';
import type { Condition } from '@scangate/domain/record-changes';
import type { Member } from '@scangate/domain/records';

/** Thrown when the member or the group changed since it was read. */
export class DirectoryConflict extends Conflict {}

type Directory = NonNullable<Member['directory']>;

/** A member whom the directory manages. */
export type ManagedMember = Member & { directory: Directory; directoryVersion: number };

/** The member with what the directory says now. The version grows with each write of it. */
export const withDirectory = (member: Member, directory: Directory): ManagedMember => ({
  ...member,
  directory,
  directoryVersion: (member.directoryVersion ?? 0) + 1,
});

/** The conditions that a member is still as it was read: of two changes at once, the second one decides again. */
export const asRead = ({
  joinedAt,
  role,
  removedAt,
  directoryVersion,
}: Member): Condition<'joinedAt' | 'role' | 'removedAt' | 'directoryVersion'>[] => [
  { field: 'joinedAt', is: 'equal', value: joinedAt },
  { field: 'role', is: 'equal', value: role },
  { field: 'removedAt', is: removedAt === undefined ? 'absent' : 'present' },
  directoryVersion === undefined
    ? { field: 'directoryVersion', is: 'absent' }
    : { field: 'directoryVersion', is: 'equal', value: directoryVersion },
];

/** The error of a member that is no longer as it was read. */
export const memberChanged = (): DirectoryConflict => new DirectoryConflict('a member of the directory');
