import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { releaseDocument, releaseVersion } from '#contract/schemas/evidence/bundle.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'get-release-document',
  method: 'GET',
  path: '/v1/bundles/{bundleId}/releases/{version}/{document}',
  summary: 'Get a document of a release.',
  description: [
    '`sbom` and `vex` are CycloneDX 1.6, `verdict` has that of each member, `attestation` is a DSSE envelope over all of them,',
    '`proof` a zip with everything, and `advisories` what affects the release as the watch knows it now. All but the last are',
    'frozen.',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:read'],
  params: z.object({ bundleId: id, version: releaseVersion, document: releaseDocument }),
  responses: {
    200: {
      description: 'The document.',
      schema: z
        .record(z.string(), z.unknown())
        .meta({ examples: [{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [] }] }),
      mediaTypes: [
        'application/json',
        'application/vnd.cyclonedx+json',
        'application/vnd.dsse.envelope.v1+json',
        'application/zip',
      ],
    },
  },
  problems: ['release_not_found'],
  needs: { core: 'write', blobs: { read: ['releases'] }, signing: 'sign', verificationKeys: 'read' },
  stream: true,
  memoryMb: 1024,
  timeoutSeconds: 120,
});
