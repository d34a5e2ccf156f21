import * as z from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { release, releaseRequest } from '#contract/schemas/evidence/bundle.ts';
import { id } from '#contract/schemas/resources.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'release-bundle',
  method: 'POST',
  path: '/v1/bundles/{bundleId}/releases',
  summary: 'Release a version of a bundle: judge its members together, and freeze the signed result.',
  description: [
    "Takes each member's judged scan of the named commit, or of the newest one of its default branch, and judges all of them by",
    'one policy and one snapshot of advisories, at no charge. SBOM, VEX and verdict are merged, signed and kept for good. Until',
    'the end of support the watch tells of advisories that affect the release (`bundle.affected`).',
  ].join(' '),
  roles: everyRole,
  scopes: ['scans:write'],
  capability: 'bundles',
  params: z.object({ bundleId: id }),
  body: releaseRequest,
  responses: { 201: { description: 'The release.', headers: ['Location', 'ETag'], schema: release } },
  problems: [
    'bundle_not_found',
    'release_exists',
    'limit_reached',
    'member_not_scanned',
    'proof_too_large',
    'scan_not_found',
  ],
  needs: {
    core: 'write',
    blobs: { read: ['results', 'index'], write: ['releases', 'index'], remove: ['index'] },
    advisories: 'read',
    snapshots: 'read',
    signing: 'sign',
    publicAddress: true,
    eventDispatch: 'invoke',
  },
  stream: true,
  memoryMb: 3008,
  timeoutSeconds: 300,
});
