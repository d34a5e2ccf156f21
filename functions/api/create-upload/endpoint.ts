import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { requestLimitBytes } from '@scangate/domain/scans/request-limit';

export const endpoint = defineEndpoint({
  name: 'create-upload',
  method: 'POST',
  path: '/v1/uploads',
  summary:
    'Get an address for the upload of a large scan request; then create the scan with the uploadId alone.',
  roles: everyRole,
  scopes: ['scans:write'],
  idempotent: true,
  body: z.strictObject({
    contentLength: z
      .int()
      .min(1)
      .meta({ description: `Number of bytes to upload, at most ${requestLimitBytes}.` }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'A SHA-256 in hex has 64 hexadecimal characters.')
      .meta({ description: 'SHA-256 of these bytes in hex.' }),
  }),
  responses: {
    201: {
      description: 'The address for the PUT of the scan request. Send the given headers unchanged.',
      schema: z.object({
        uploadId: id,
        url: z.string(),
        method: z.literal('PUT'),
        headers: z.record(z.string(), z.string()),
        expiresAt: instant,
      }),
    },
  },
  problems: [],
  needs: { core: 'write', blobs: { presign: ['incoming'] } },
});
