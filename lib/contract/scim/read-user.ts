import * as z from 'zod';
import { invalidValue } from '@scangate/domain/identity/scim/scim-error';
import type { DirectoryUser } from '@scangate/domain/identity/scim/scim-user';
import { domainOfAddress } from '@scangate/domain/identity/sso/domain-name';

const text = z.string().max(500);
const optionalText = text.nullish().transform((value) => value ?? undefined);
const truth = z
  .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'insensitive' })])
  .optional();

/** The attributes that are stored; any other attribute that a directory sends is ignored, as SCIM permits. */
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
  if (domainOfAddress(email) === undefined)
    throw invalidValue('A user needs an email address, in emails or userName.');
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
