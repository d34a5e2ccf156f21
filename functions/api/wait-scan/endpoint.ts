import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id } from '#contract/schemas/resources.ts';
import { verdictPayload } from '#contract/schemas/verdict/verdict-payload.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { waitLimits } from '@scangate/domain/scans/wait-limits';

export const endpoint = defineEndpoint({
  name: 'wait-scan',
  method: 'GET',
  path: '/v1/scans/{scanId}/wait',
  summary: 'Wait for the verdict of a scan.',
  description:
    'Streams a newline at least every 20 s as heartbeat, then exactly one JSON object. With ' +
    '`Accept: text/event-stream`, events `unit` and `verdict` instead. When the time is up, the scan keeps ' +
    'running: `verdict` is null and `reason` is `wait_timeout`; ask again with the same scan id after `retryAfter` ' +
    'seconds. So it is at once, with `Retry-After` and a plan to `poll`, while 100 requests of the organization wait; sessions have 20 ' +
    'waits of their own, one for each. A wait ends with its credential: at its next read where a token was revoked, with a session at the first read after a minute, ' +
    'which stays no longer for one.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject({
    timeout: z
      .int()
      .min(1)
      .max(waitLimits.timeout.max)
      .default(waitLimits.timeout.usual)
      .meta({ description: 'Seconds.' }),
    interval: z
      .int()
      .min(1)
      .max(waitLimits.interval.max)
      .default(waitLimits.interval.usual)
      .meta({ description: 'Seconds between two reads of the scan.' }),
  }),
  responses: {
    200: {
      description: 'The gate payload.',
      schema: verdictPayload.meta({
        examples: [
          {
            scanId: '0197c0de-0000-7000-8000-000000000001',
            status: 'completed',
            verdict: 'FAIL',
            reason: 'critical_vulnerabilities_found',
            reasons: ['critical_vulnerabilities_found'],
            summary: {
              vulnerabilities: {
                critical: 1,
                high: 0,
                medium: 3,
                low: 0,
                unknown: 0,
                total: 4,
                dependencies: 4,
                code: 0,
              },
              secrets: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 },
              severityThreshold: 'critical',
            },
            projectUnits: [
              {
                projectUnitId: '0192c9a0-6c00-8000-8000-000000000003',
                path: '',
                type: 'npm',
                status: 'completed',
              },
            ],
            checksBy: 'client',
            judgedAt: '2026-03-01T12:00:09.000Z',
            coverage: [
              {
                projectUnitId: '0192c9a0-6c00-8000-8000-000000000003',
                scanType: 'sca',
                status: 'assessed',
                assessed: 214,
                gaps: [],
              },
            ],
          },
        ],
      }),
      mediaTypes: ['application/json', 'text/event-stream'],
    },
  },
  problems: ['scan_not_found'],
  needs: { core: 'write', tokens: 'read' },
  stream: true,
  memoryMb: 128,
  timeoutSeconds: 630,
});
