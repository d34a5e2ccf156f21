import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as createBundle } from './create-bundle/endpoint.ts';
import { endpoint as listBundles } from './list-bundles/endpoint.ts';
import { endpoint as getBundle } from './get-bundle/endpoint.ts';
import { endpoint as changeBundle } from './change-bundle/endpoint.ts';
import { endpoint as removeBundle } from './remove-bundle/endpoint.ts';
import { endpoint as releaseBundle } from './release-bundle/endpoint.ts';
import { endpoint as listReleases } from './list-releases/endpoint.ts';
import { endpoint as getRelease } from './get-release/endpoint.ts';
import { endpoint as changeRelease } from './change-release/endpoint.ts';
import { endpoint as getReleaseDocument } from './get-release-document/endpoint.ts';

/** The endpoints of bundles and their releases. */
export const bundlesEndpoints = [
  createBundle,
  listBundles,
  getBundle,
  changeBundle,
  removeBundle,
  releaseBundle,
  listReleases,
  getRelease,
  changeRelease,
  getReleaseDocument,
] as const satisfies readonly EndpointSpec[];
