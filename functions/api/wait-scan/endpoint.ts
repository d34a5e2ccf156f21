import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { verdictPayload, id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'wait-scan',
  method: 'GET',
  path: '/v1/scans/{scanId}/wait',
  summary: 'Wait for the verdict of a scan.',
  description:
    'Streams a newline at least every 20 s as heartbeat, then exactly one JSON object. With ' +
    '`Accept: text/event-stream`, events `unit` and `verdict` instead. When the time is up, the scan keeps ' +
    'running: `verdict` is null and `reason` is `wait_timeout`; ask again with the same scan id after `retryAfter` ' +
    'seconds. So it is at once, with a `Retry-After` header, while 100 requests of the organization wait.',
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ scanId: id }),
  query: z.strictObject({
    timeout: z.int().min(1).max(600).default(300).meta({ description: 'Seconds.' }),
    interval: z
      .int()
      .min(1)
      .max(60)
      .default(5)
      .meta({ description: 'Seconds between two reads of the scan.' }),
  }),
  responses: {
    200: {
      description: 'The gate payload.',
      schema: verdictPayload,
      mediaTypes: ['application/json', 'text/event-stream'],
    },
  },
  problems: ['scan_not_found'],
  needs: { core: 'write' },
  stream: true,
  memoryMb: 128,
  timeoutSeconds: 630,
});
