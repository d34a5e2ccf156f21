import * as z from 'zod';
import { maxGroupMembers, type GroupFields } from '@scangate/domain/identity/scim/directory-group';
import { invalidValue, ScimError } from '@scangate/domain/identity/scim/scim-error';

/** Longer ids would not fit into the record of a group with the maximum number of members. */
const userId = /^[\w-]{1,36}$/;

const sentGroup = z.object({
  displayName: z.string().min(1).max(200),
  externalId: z.string().max(500).nullish(),
  members: z.array(z.object({ value: z.string().regex(userId, 'no id of a user') })).nullish(),
});

/** @throws ScimError invalidValue, or 413 for too many members. */
export const readGroup = (body: unknown): GroupFields => {
  const { success, data, error } = sentGroup.safeParse(body);
  if (!success) {
    const [issue] = error.issues;
    throw invalidValue(`${issue?.path.join('.') ?? 'The body'}: ${issue?.message ?? 'not acceptable'}`);
  }
  const members = [...new Set((data.members ?? []).map(({ value }) => value))];
  if (members.length > maxGroupMembers)
    throw new ScimError(413, `A group can have at most ${maxGroupMembers} members.`, 'tooMany');
  return {
    displayName: data.displayName,
    members,
    ...(typeof data.externalId === 'string' && { externalId: data.externalId }),
  };
};
