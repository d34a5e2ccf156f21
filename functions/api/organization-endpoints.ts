import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as closeOrganization } from './close-organization/endpoint.ts';
import { endpoint as restoreOrganization } from './restore-organization/endpoint.ts';
import { endpoint as startExport } from './start-export/endpoint.ts';
import { endpoint as listExports } from './list-exports/endpoint.ts';

/** The endpoints of closing and exporting an organization. */
export const organizationEndpoints = [
  closeOrganization,
  restoreOrganization,
  startExport,
  listExports,
] as const satisfies readonly EndpointSpec[];
