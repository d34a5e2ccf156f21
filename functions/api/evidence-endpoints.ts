import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as getAttestation } from './get-attestation/endpoint.ts';
import { endpoint as getVerificationKeys } from './get-verification-keys/endpoint.ts';
import { endpoint as getProof } from './get-proof/endpoint.ts';
import { endpoint as requestAuditorPack } from './request-auditor-pack/endpoint.ts';
import { endpoint as listAuditorPacks } from './list-auditor-packs/endpoint.ts';
import { endpoint as getAuditorPack } from './get-auditor-pack/endpoint.ts';
import { endpoint as createPackLink } from './create-pack-link/endpoint.ts';
import { endpoint as revokePackLink } from './revoke-pack-link/endpoint.ts';
import { endpoint as openShared } from './open-shared/endpoint.ts';

/** The endpoints of evidence. */
export const evidenceEndpoints = [
  getAttestation,
  getVerificationKeys,
  getProof,
  requestAuditorPack,
  listAuditorPacks,
  getAuditorPack,
  createPackLink,
  revokePackLink,
  openShared,
] as const satisfies readonly EndpointSpec[];
