import * as z from 'zod';
import { packParts } from '@scangate/domain/evidence/evidence-records';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { id, instant, instantOrDate } from '../resources.ts';

export const packId = z
  .string()
  .regex(/^\d{8}-\d$/)
  .meta({ description: 'The day of the request and a number.', examples: ['20260310-1'] });

export const packOrder = z
  .strictObject({
    from: instantOrDate.meta({ description: 'The first instant; a date is its first instant (UTC).' }),
    to: instantOrDate.meta({
      description: `The end, which is not included; at most ${packLimits.days} days after from.`,
    }),
    repositoryIds: z
      .array(id)
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'All repositories unless given.' }),
    include: z
      .array(z.enum(packParts))
      .max(packParts.length)
      .default([])
      .meta({ description: 'Documents beside the tables, which make a pack large.' }),
  })
  .meta({ examples: [{ from: '2026-01-01', to: '2026-04-01' }] });

export const packLink = z.object({
  linkId: id,
  createdAt: instant,
  createdBy: id,
  expiresAt: instant,
  revokedAt: instant.optional(),
  openings: z.int(),
  lastOpenedAt: instant.optional(),
});

export const auditorPack = z.object({
  packId,
  state: z.enum(['running', 'ready', 'failed', 'expired']),
  from: instant,
  to: instant,
  repositoryIds: z.array(id).optional(),
  include: z.array(z.enum(packParts)),
  requestedAt: instant,
  requestedBy: id,
  readyAt: instant.optional(),
  scans: z.int().optional(),
  bytes: z.int().optional(),
  sha256: z.string().optional(),
  error: z.string().optional(),
  expiresAt: instant,
});
