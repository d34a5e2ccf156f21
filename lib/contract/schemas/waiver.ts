import * as z from 'zod';
import { waiverKinds } from '@scangate/domain/waivers/waiver-records';
import { id, instant } from './resources.ts';

const printable = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'This text has printable ASCII characters only.');

const purl = printable(512).meta({
  description: 'A package URL with or without version; * in its name beside at least 3 other characters.',
});

const matchFields = {
  advisory: z.string().regex(/^[\w.:~+*-]{1,128}$/, 'An advisory id has letters, digits, - and the like.'),
  package: purl,
  rule: z.string().regex(/^(?:custom\/)?[\w*-]{1,64}$/, 'A rule has letters, digits and hyphens.'),
  path: printable(512).meta({ description: 'A pattern as in .gitignore, from the root of the repository.' }),
  license: printable(200),
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/, 'A fingerprint has 32 hexadecimal digits.'),
};

/** Exactly one kind of match. */
const match = z
  .union(
    [
      z.strictObject({ advisory: matchFields.advisory }),
      z.strictObject({ package: matchFields.package }),
      z.strictObject({ rule: matchFields.rule, path: matchFields.path.optional() }),
      z.strictObject({ license: matchFields.license, package: matchFields.package.optional() }),
      z.strictObject({ fingerprint: matchFields.fingerprint }),
    ],
    'A match is exactly one of advisory, package, rule (with a path or without), license (with a package or without) ' +
      'and fingerprint.',
  )
  .meta({ examples: [{ advisory: 'CVE-2021-44228' }] });

const scope = z
  .strictObject({ repositoryId: id.optional(), projectUnitId: id.optional() })
  .refine(({ repositoryId, projectUnitId }) => projectUnitId === undefined || repositoryId !== undefined, {
    path: ['repositoryId'],
    error: 'A projectUnitId comes with the repositoryId of its repository.',
  })
  .meta({ description: 'One repository, or one of its project units. Default: the whole organization.' });

/** A readable line: it has visible characters, and none that change the direction of text. */
const reason = z
  .string()
  .min(1)
  .max(500)
  .regex(
    /^[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]{0,500}$/u,
    'A reason is one line of plain text.',
  )
  .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'A reason says something.');

const expiresAt = z.iso
  .datetime({
    offset: true,
    error: 'A waiver has an end, which is an instant with a time zone, such as 2026-05-01T00:00:00Z.',
  })
  .meta({ description: 'When it ends: at most maxWaiverDays of the gate from now.' });

const requestOnly = z
  .literal(true)
  .optional()
  .meta({ description: 'Asks for approval, also where the caller could set the waiver in force alone.' });

export const waiverRequest = z
  .strictObject({ match, reason, expiresAt, scope: scope.optional(), requestOnly })
  .meta({
    examples: [
      {
        match: { advisory: 'CVE-2021-44228' },
        reason: 'The logger is never given untrusted text.',
        expiresAt: '2026-05-01T00:00:00Z',
      },
    ],
  });

export const waiverRenewal = z.strictObject({ expiresAt, reason: reason.optional() }).meta({
  examples: [{ expiresAt: '2026-08-01T00:00:00Z' }],
});

const exampleWaiver = {
  waiverId: '0190a0b0-0000-4000-8000-000000000001',
  kind: 'manual',
  match: { advisory: 'CVE-2021-44228' },
  scope: {},
  reason: 'The logger is never given untrusted text.',
  status: 'active',
  version: 1,
  createdAt: '2026-03-01T12:00:00.000Z',
  createdBy: '0190a0b0-0000-4000-8000-000000000002',
  approvedAt: '2026-03-01T12:00:00.000Z',
  approvedBy: '0190a0b0-0000-4000-8000-000000000002',
  expiresAt: '2026-05-01T00:00:00.000Z',
} as const;

export const waiver = z
  .object({
    waiverId: id,
    kind: z.enum(waiverKinds),
    match: z.union([
      z.object({ advisory: z.string(), package: z.string().optional() }),
      z.object({ package: z.string() }),
      z.object({ rule: z.string(), path: z.string().optional() }),
      z.object({ license: z.string(), package: z.string().optional() }),
      z.object({ fingerprint: z.string() }),
    ]),
    scope: z.object({ repositoryId: id.optional(), projectUnitId: id.optional() }),
    fullName: z.string().optional().meta({ description: 'The repository, in a list with `view=gate`.' }),
    unitPath: z.string().optional().meta({ description: 'The project unit, in a list with `view=gate`.' }),
    reason: z.string(),
    status: z
      .enum(['requested', 'active', 'rejected', 'withdrawn', 'replaced', 'expired'])
      .meta({ description: 'Only an active waiver covers findings.' }),
    version: z.int().min(1),
    renews: id.optional(),
    createdAt: instant,
    createdBy: id,
    approvedAt: instant.optional(),
    approvedBy: id.optional(),
    endedAt: instant.optional(),
    endedBy: id.optional(),
    expiresAt: instant,
    lastMatchedAt: instant
      .optional()
      .meta({ description: 'When a scan used it last, to the day; absent for an unused waiver.' }),
  })
  .meta({ examples: [exampleWaiver] });

/** The number of waivers that a VEX document produced, and the entries that produced none, with the reason. */
export const vexImport = z
  .object({
    waivers: z.array(waiver),
    unchanged: z.int().min(0).meta({ description: 'Statements that are waivers already.' }),
    skipped: z.array(
      z.object({
        vulnerability: z.string().optional(),
        product: z.string().optional(),
        reason: z.enum(['status', 'no_justification', 'other_product', 'no_package']),
        count: z.int().min(1),
      }),
    ),
  })
  .meta({
    examples: [
      {
        waivers: [
          {
            ...exampleWaiver,
            kind: 'vex',
            match: { advisory: 'CVE-2021-44228', package: 'pkg:maven/org.example/app@2.14.1' },
            reason: 'VEX: vulnerable_code_not_in_execute_path',
          },
        ],
        unchanged: 2,
        skipped: [{ vulnerability: 'CVE-2020-1', product: 'pkg:npm/a@1.0.0', reason: 'status', count: 1 }],
      },
    ],
  });
