import * as z from 'zod';
import type { Instant, Member } from '../../records.ts';
import { domainOfAddress } from '../sso/domain-name.ts';
import { invalidValue } from './scim-error.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

const text = z.string().max(500);
const optionalText = text.nullish().transform((value) => value ?? undefined);
const truth = z
  .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'insensitive' })])
  .optional();

/** What is kept of a user; everything else that a directory sends is ignored, as SCIM permits. */
const sentUser = z.object({
  userName: text.min(1),
  externalId: optionalText,
  displayName: optionalText,
  name: z.object({ givenName: optionalText, familyName: optionalText }).nullish(),
  emails: z
    .array(z.object({ value: text, primary: truth.nullable(), type: optionalText }))
    .max(20)
    .nullish(),
  active: truth.default(true),
});

/** A person as the organization's directory has them. */
export interface DirectoryUser {
  userName: string;
  externalId?: string;
  displayName?: string;
  givenName?: string;
  familyName?: string;
  email: string;
  active: boolean;
}

/** @throws ScimError invalidValue. */
export const readUser = (body: unknown): DirectoryUser => {
  const { success, data, error } = sentUser.safeParse(body);
  if (!success) {
    const [issue] = error.issues;
    throw invalidValue(`${issue?.path.join('.') ?? 'The body'}: ${issue?.message ?? 'not acceptable'}`);
  }
  const { userName, externalId, displayName, name, emails, active } = data;
  const primary = emails?.find((each) => each.primary === true) ?? emails?.[0];
  const email = primary?.value ?? userName;
  if (domainOfAddress(email) === undefined) throw invalidValue('A user has an address: emails, or userName.');
  const { givenName, familyName } = name ?? {};
  return {
    userName,
    email,
    active,
    ...(externalId !== undefined && { externalId }),
    ...(displayName !== undefined && { displayName }),
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
  };
};

/** The user that a member is. Undefined for a member whom the directory does not manage. */
export const userOf = ({ directory, email, removedAt }: Member): DirectoryUser | undefined =>
  directory && { ...directory.profile, ...names(directory), email, active: removedAt === undefined };

const names = ({ userName, externalId }: NonNullable<Member['directory']>) => ({
  userName,
  ...(externalId !== undefined && { externalId }),
});

/** A user as SCIM shows it. */
export const userView = (
  { personId, joinedAt }: Pick<Member, 'personId' | 'joinedAt'>,
  user: DirectoryUser,
  location: string,
) => {
  const { userName, externalId, displayName, givenName, familyName, email, active } = user;
  const name = {
    ...(givenName !== undefined && { givenName }),
    ...(familyName !== undefined && { familyName }),
  };
  return {
    schemas: [userSchema],
    id: personId,
    ...(externalId !== undefined && { externalId }),
    userName,
    ...(displayName !== undefined && { displayName }),
    ...(Object.keys(name).length > 0 && { name }),
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    meta: { resourceType: 'User', created: joinedAt satisfies Instant, location },
  };
};
