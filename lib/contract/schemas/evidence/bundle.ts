import * as z from 'zod';
import { releaseDocuments } from '@scangate/domain/bundles/bundle-records';
import { maxMembers } from '@scangate/domain/bundles/bundle-rules';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { commitHash, id, instant, label } from '../resources.ts';

const member = z.strictObject({
  repositoryId: id,
  projectUnitId: id.optional().meta({ description: 'Only this unit of the repository.' }),
});
const members = z.array(member).min(1).max(maxMembers);

export const bundleRequest = z.strictObject({ name: label, members }).meta({
  examples: [{ name: 'Shop', members: [{ repositoryId: '0b7f0e0e-6a55-4f6e-9c64-1d4c1f7a9e10' }] }],
});

export const bundleChange = z
  .strictObject({ name: label.optional(), members: members.optional() })
  .refine((change) => Object.keys(change).length > 0, 'Name at least one field.');

export const bundle = z.object({
  bundleId: id,
  name: z.string(),
  members: z.array(z.object({ repositoryId: id, projectUnitId: id.optional() })),
  releases: z.int().min(0).meta({ description: 'The number of its releases.' }),
  createdAt: instant,
  createdBy: id,
});

/** A version as people write it; it is used in paths. */
export const releaseVersion = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/,
    'A version begins with a letter or digit, and has letters, digits, dots, plus and minus signs.',
  );

export const releaseRequest = z
  .strictObject({
    version: releaseVersion,
    commits: z.record(id, commitHash).optional().meta({
      description:
        'The commit of each named member, by `repositoryId`; the newest of its default branch for any other.',
    }),
    supportUntil: z.iso.datetime({ offset: true }).optional().meta({
      description: 'The end of support; in five years unless given. Until then the release is watched.',
    }),
  })
  .meta({ examples: [{ version: '2.4.0' }] });

export const releaseChange = z.strictObject({
  supportUntil: z.iso.datetime({ offset: true }).meta({ description: 'Later than the present end.' }),
});

const verdict = z.enum(['PASS', 'FAIL']);

export const release = z.object({
  bundleId: id,
  releaseVersion: z.string(),
  verdict: verdict.meta({ description: 'FAIL when one member fails.' }),
  members: z.array(
    z.object({
      repositoryId: id,
      projectUnitId: id.optional(),
      repository: z.string(),
      scanId: id,
      commitHash: z.string(),
      verdict,
      scanTypes: z.array(z.enum(scanTypes)),
      fullScope: z.boolean(),
    }),
  ),
  snapshotId: z.string().meta({ description: 'The advisories by which all members were judged.' }),
  policyDigest: z.string(),
  releasedAt: instant,
  releasedBy: id,
  supportUntil: instant,
  documents: z
    .record(z.string(), z.string())
    .meta({ description: 'The SHA-256 of each frozen document, which the attestation has, too.' }),
  advisories: z
    .object({ judgedAt: instant, count: z.int() })
    .meta({ description: 'The number of advisories that affect the release now.' }),
});

export const releaseDocument = z.enum(releaseDocuments);
