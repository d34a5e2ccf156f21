import * as z from 'zod';
import { tokenDays } from '@scangate/domain/identity/token-limits';
import { id, instant } from '../resources.ts';

const visible = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e]+$/, 'This text has visible ASCII characters only.');

/** A claim, an attribute, or a value of one: any text without control characters. */
const claimText = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{Cc}\p{Cs}]{0,256}$/u, 'This text has no control characters.');

export const domainParams = z.object({ domain: z.string().min(1).max(253) });

export const newDomain = z.strictObject({
  domain: z.string().min(1).max(253).meta({ description: 'Unicode or punycode; answers have punycode.' }),
});

export const domain = z.object({
  domain: z.string(),
  status: z.enum(['pending', 'verified', 'failing']),
  record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .meta({ description: 'The DNS record that proves control. It must stay.' }),
  createdAt: instant,
  verifiedAt: instant.optional(),
  checkedAt: instant.optional(),
  failingSince: instant.optional().meta({
    description: 'The daily lookup has not found the record since; after 7 days the domain is lost.',
  }),
  lostAt: instant.optional(),
});

const oidc = { kind: z.literal('oidc'), issuer: visible(1_024), clientId: visible(256) };
const saml = z.strictObject({
  kind: z.literal('saml'),
  entityId: visible(1_024),
  signInUrl: visible(2_048),
  certificates: z.array(z.string().min(1).max(20_000)).min(1).max(4).meta({
    description: 'PEM or base64. Two of them let the identity provider change its key.',
  }),
});

const roles = z
  .strictObject({
    claim: claimText,
    values: z
      .record(claimText, z.enum(['admin', 'billing', 'member']))
      .refine((values) => Object.keys(values).length <= 100, 'At most 100 values.'),
  })
  .meta({
    description:
      'The role of a person by the values of a claim or attribute, at each sign-in: admin before billing before member.',
  });

const session = z.strictObject({
  idleMinutes: z.int().min(5).max(720).optional(),
  absoluteHours: z.int().min(1).max(24).optional(),
  maxTokenDays: z.int().min(tokenDays.least).max(tokenDays.most).optional(),
  requiredAmr: z.array(visible(256)).min(1).max(10).optional(),
});

/** The sign-on settings in a request. */
export const ssoRequest = z.strictObject({
  issuer: z.discriminatedUnion('kind', [
    z.strictObject({
      ...oidc,
      clientSecret: visible(2_048).optional().meta({
        description: 'Stored encrypted, never returned. Left out, it stays for the same client and issuer.',
      }),
    }),
    saml,
  ]),
  roles: roles.optional(),
  enforced: z
    .strictObject({ breakGlass: z.array(id).max(2) })
    .optional()
    .meta({
      description: 'Only sessions of this identity provider pass, and those of the owners named here.',
    }),
  session: session.optional(),
});

/** The sign-on settings in a response. */
export const sso = z.object({
  configured: z.boolean(),
  issuer: z.discriminatedUnion('kind', [z.strictObject(oidc), saml]).optional(),
  roles: roles.optional(),
  enforced: z.object({ since: instant, breakGlass: z.array(id) }).optional(),
  session: session.optional(),
  changedAt: instant.optional(),
});
