import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { id, instant } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';
import { documentTypes } from '@scangate/domain/scans/uploads/document-types';
import { requestLimitBytes } from '@scangate/domain/scans/uploads/request-size-limit';

export const endpoint = defineEndpoint({
  name: 'create-upload',
  method: 'POST',
  path: '/v1/uploads',
  summary: 'Get a URL for uploading a large scan request, or an SBOM by itself.',
  description:
    'Then create the scan: for a whole request with only the uploadId, for an SBOM with the uploadId and all other fields.',
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
    mediaType: z.enum(documentTypes).optional().meta({
      description:
        'The media type of an SBOM that is uploaded by itself; absent: the bytes are the whole scan request.',
    }),
  }),
  responses: {
    201: {
      description: 'The URL for the PUT. Send the given headers unchanged.',
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
