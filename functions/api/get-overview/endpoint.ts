import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { count, id, instant, scanStatus, verdictName } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { maxFailing } from '@scangate/domain/tracking/gates/overview';

const ofRepository = { scanId: id, repositoryId: id, fullName: z.string(), commitHash: z.string() };

const failing = z.object({
  ...ofRepository,
  branch: z.string(),
  verdict: verdictName,
  reason: z.string(),
  failingSince: instant.meta({ description: 'The first of the consecutive verdicts that are not PASS.' }),
});

const active = z.object({
  ...ofRepository,
  branch: z.string().optional(),
  status: scanStatus,
  createdAt: instant,
  startedAt: instant.optional(),
});

export const endpoint = defineEndpoint({
  name: 'get-overview',
  method: 'GET',
  path: '/v1/overview',
  summary:
    'Get what needs attention: failing gates of default branches, active scans, waivers that expire soon.',
  description: [
    'The gate of a default branch is the newest verdict of a scan of all of it, by the judgment that holds now; canceled scans and',
    `those of pull requests say nothing of it. At most ${maxFailing} failing gates are listed, the latest first, and`,
    'active scans from among the newest 25.',
  ].join(' '),
  roles: everyRole,
  wholeOrganization: true,
  scopes: ['scans:read'],
  responses: {
    200: {
      description: 'The overview.',
      schema: z.object({
        failing: z.array(failing).meta({ description: 'The failing ones, the latest first.' }),
        failingCount: count.meta({ description: 'Repositories whose default branch fails.', examples: [1] }),
        passing: count.meta({ description: 'Repositories whose default branch passes.', examples: [11] }),
        neverScanned: count.meta({
          description: 'Connected repositories without a verdict of the default branch.',
          examples: [2],
        }),
        active: z.array(active).meta({ description: 'Queued and running scans, newest first.' }),
        waiversExpiring: count.meta({ description: 'Waivers in their last week.', examples: [1] }),
        snapshot: z
          .object({ id: z.string(), builtAt: instant.optional() })
          .nullable()
          .meta({
            description: 'The advisories that scans are judged with; null before the first ones.',
            examples: [{ id: '5b1f0c2e', builtAt: '2026-03-01T06:00:00.000Z' }],
          }),
      }),
    },
  },
  problems: [],
  needs: { core: 'read', advisories: 'read' },
});
