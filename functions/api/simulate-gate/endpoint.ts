import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { gateChange } from '#contract/schemas/gate-policy.ts';
import { simulation } from '#contract/schemas/simulation.ts';
import { managers } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'simulate-gate',
  method: 'POST',
  path: '/v1/organization/gate/simulate',
  summary: 'Find the verdicts that a change of the gate would flip. Changes nothing.',
  description:
    'Judges the assessments of recent scans with the current and the changed gate, with the ' +
    'advisories and waivers of today. At most 500 scans, the newest of each repository first; `notLookedAt` names the rest.',
  roles: managers,
  scopes: ['organization:read', 'scans:read'],
  body: z
    .strictObject({ policy: gateChange, days: z.int().min(1).max(30).default(30) })
    .meta({ examples: [{ policy: { apiGateSeverityThreshold: 'high' }, days: 7 }] }),
  responses: { 200: { description: 'The verdicts that would flip, by repository.', schema: simulation } },
  problems: ['policy_too_large'],
  needs: { core: 'read', blobs: { read: ['results'] }, advisories: 'read' },
  memoryMb: 2048,
});
