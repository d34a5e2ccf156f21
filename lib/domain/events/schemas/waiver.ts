import * as z from 'zod';
import { waiverKinds } from '@scangate/domain/waivers/waiver-records';
import { count, eventSpec, id, instant, sample, text } from '../event-spec.ts';

/** A waiver without its reason, which people write. */
const waiver = {
  waiverId: id,
  kind: z.enum(waiverKinds),
  match: z
    .object({
      advisory: text,
      package: text,
      rule: text,
      path: text,
      license: text,
      fingerprint: text,
    })
    .partial(),
  scope: z.object({ repositoryId: id, projectUnitId: id }).partial(),
  version: count,
  expiresAt: instant,
  createdBy: id.meta({ description: 'A person.' }),
  link: text,
};

const approvedBy = id.meta({ description: 'A person.' });

const example = {
  waiverId: sample.scanId,
  kind: 'manual' as const,
  match: { advisory: 'GHSA-xvch-5gv4-984h' },
  scope: { repositoryId: sample.repositoryId },
  version: 1,
  expiresAt: sample.later,
  createdBy: sample.personId,
  link: '/v1/waivers',
};

export const waiverEvents = {
  'waiver.requested': eventSpec({
    text: 'Somebody requested a waiver. It covers nothing until an owner or admin approves it.',
    schema: z.object(waiver),
    example,
  }),
  'waiver.approved': eventSpec({
    text: 'A waiver is in force: approved, or created by an owner or admin.',
    schema: z.object({ ...waiver, approvedBy }),
    example: { ...example, approvedBy: sample.otherPersonId },
  }),
  'waiver.expiring': eventSpec({
    text: 'A waiver in force expires within 7 days, or within 1 day.',
    schema: z.object({ ...waiver, approvedBy, days: z.literal([7, 1]) }),
    example: { ...example, approvedBy: sample.otherPersonId, days: 7 },
  }),
  'waiver.expired': eventSpec({
    text: 'A waiver has expired. What it covered counts again.',
    schema: z.object({ ...waiver, approvedBy }),
    example: { ...example, approvedBy: sample.otherPersonId },
  }),
};
