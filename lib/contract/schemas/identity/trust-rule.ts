import * as z from 'zod';
import { ciProviders } from '@scangate/domain/identity/identity-records';
import { maxGlobLength } from '@scangate/domain/identity/ci-trust/claim-glob';
import { pipelineScopes } from '@scangate/domain/identity/ci-trust/check-rule';
import { tokenReasons } from '@scangate/domain/identity/ci-trust/token-refused';
import { id, instant, label } from '../resources.ts';

/** One line of visible ASCII, as in URLs and audiences. */
const visible = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'Only visible ASCII characters, without spaces.');

const claimText = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}]{0,500}$/u, 'The text of a claim has no control characters.');

const claimName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.:/-]{0,99}$/, 'This is not the name of a claim.');

const claimMatch = z.union([claimText, z.strictObject({ glob: claimText.max(maxGlobLength) })]).meta({
  description: 'The exact text, or a glob: `*` within a path segment, `**` across segments.',
});

const match = z
  .record(claimName, claimMatch)
  .refine((claims) => Object.keys(claims).length <= 10, 'A rule names at most 10 claims.')
  .meta({ description: 'All of these claims must match. One of them is an exact id of the provider.' });

const repositories = z
  .union([z.enum(['matching', 'all']), z.array(id).min(1).max(50)])
  .meta({ description: '`matching`: the connected repository that the JWT names.' });

const scopes = z
  .array(z.enum(pipelineScopes as readonly ['repositories:read', 'scans:read', 'scans:write']))
  .min(1);
const forkBuilds = z.enum(['off', 'accepted']).meta({
  description:
    'For providers whose JWTs do not tell forks: whether builds of forks are off there, or accepted as others are.',
});
const personId = id.meta({ description: 'Your own id: a rule acts for who makes it or takes it over.' });

const provider = z.enum(ciProviders);

export const trustRuleRequest = z.strictObject({
  name: label,
  provider,
  issuer: visible(300)
    .optional()
    .meta({ description: 'As the JWTs name it; needed where each customer has one.' }),
  audience: visible(300)
    .optional()
    .meta({ description: '`scangate:<organizationId>` unless given; fixed for azure.' }),
  match,
  repositories,
  scopes: scopes.optional().meta({ description: 'All that a pipeline can have, unless given.' }),
  forkBuilds: forkBuilds.optional(),
  personId: personId.optional(),
});

export const trustRuleChange = z
  .strictObject({
    name: label.optional(),
    audience: visible(300).optional(),
    match: match.optional(),
    repositories: repositories.optional(),
    scopes: scopes.optional(),
    forkBuilds: forkBuilds.optional(),
    personId: personId.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field.');

export const trustRule = z.object({
  trustId: id,
  name: z.string(),
  provider,
  issuer: z.string(),
  audience: z.string(),
  match: z.record(z.string(), z.union([z.string(), z.object({ glob: z.string() })])),
  repositories: z.union([z.enum(['matching', 'all']), z.array(id)]),
  scopes: z.array(z.string()),
  forkBuilds: forkBuilds.optional(),
  personId: id,
  heldSince: instant,
  createdBy: id,
  createdAt: instant,
  lastUsedAt: instant.optional().meta({ description: 'To the hour.' }),
});

const claims = z
  .record(z.string().max(200), z.unknown())
  .refine(
    (given) => JSON.stringify(given).length <= 16_384,
    'The claims may have at most 16,384 characters.',
  );

export const trustTest = z.union([z.strictObject({ token: z.string().min(1) }), z.strictObject({ claims })]);

export const trustTestResult = z.object({
  signature: z.enum(['valid', 'invalid', 'unchecked']),
  reason: z
    .enum(tokenReasons)
    .optional()
    .meta({ description: 'Why the JWT would be refused before any rule is looked at.' }),
  trustId: id.optional().meta({ description: 'The rule that would be used.' }),
  rules: z.array(
    z.object({
      trustId: id,
      name: z.string(),
      matches: z.boolean(),
      failed: z.array(
        z.object({
          claim: z.string(),
          expected: z.union([z.string(), z.object({ glob: z.string() })]).optional(),
          found: z.string().optional(),
        }),
      ),
    }),
  ),
});

export const exchangeRequest = z.strictObject({
  organizationId: id,
  token: z.string().min(1).meta({ description: 'The JWT of the CI.' }),
});

export const exchangedToken = z.object({
  token: z.string(),
  expiresAt: instant,
  scopes: z.array(z.string()),
  repositoryIds: z.array(id).optional().meta({ description: 'Absent: every repository.' }),
  trustId: id,
});
