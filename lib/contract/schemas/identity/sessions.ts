import * as z from 'zod';
import { isReturnTo } from '@scangate/domain/identity/sessions/return-to';
import { capabilities } from '@scangate/domain/plans/plans';
import { planNames } from '@scangate/domain/plans/plan-names';
import { id, instant, role, scope } from '../resources.ts';

/** A path of the console. */
const returnTo = z.string().refine(isReturnTo, 'This is no path below /console/.').meta({
  description: '`/console` or a path below it, where the sign-in moves on to. By default `/console`.',
});

const email = z.email().max(254).meta({
  description: 'Finds the issuer of an organization by the domain, and is a hint to any issuer.',
});

const providerId = z
  .string()
  .regex(/^(default|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'This names no provider.')
  .meta({
    description: 'From `GET /v1/session/providers`, or the id of an organization with its own issuer.',
  });

/** The fields of a sign-in link or form. */
export const signInQuery = {
  returnTo: returnTo.optional(),
  email: email.optional(),
  providerId: providerId.optional(),
  recent: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Asks for a new proof of who the person is, in place of the session.' }),
};

const named = z.object({ organizationId: id, name: z.string() });

export const session = z.object({
  person: z.object({ personId: id, email: z.string() }),
  organization: named.extend({ isClient: z.boolean() }),
  organizations: z.array(named),
  role,
  plan: z.enum(planNames),
  capabilities: z.array(z.enum(capabilities)),
  scopes: z.array(scope),
  csrfToken: z.string(),
  idleUntil: instant,
  expiresAt: instant,
});

export const listedSession = z.object({
  sessionId: id,
  organizationId: id,
  current: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.optional(),
  signedInAt: instant.optional(),
  userAgent: z.string().optional(),
  idleUntil: instant.optional(),
  expiresAt: instant.optional(),
});
