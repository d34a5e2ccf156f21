import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as listDomains } from './list-domains/endpoint.ts';
import { endpoint as addDomain } from './add-domain/endpoint.ts';
import { endpoint as verifyDomain } from './verify-domain/endpoint.ts';
import { endpoint as removeDomain } from './remove-domain/endpoint.ts';
import { endpoint as getSso } from './get-sso/endpoint.ts';
import { endpoint as setSso } from './set-sso/endpoint.ts';
import { endpoint as removeSso } from './remove-sso/endpoint.ts';
import { endpoint as getSamlMetadata } from './get-saml-metadata/endpoint.ts';
import { endpoint as completeSamlSignIn } from './complete-saml-sign-in/endpoint.ts';
import { endpoint as addDirectoryToken } from './add-directory-token/endpoint.ts';
import { endpoint as listDirectoryTokens } from './list-directory-tokens/endpoint.ts';
import { endpoint as revokeDirectoryToken } from './revoke-directory-token/endpoint.ts';

/** The endpoints of single sign-on and directories. */
export const ssoEndpoints = [
  listDomains,
  addDomain,
  verifyDomain,
  removeDomain,
  getSso,
  setSso,
  removeSso,
  getSamlMetadata,
  completeSamlSignIn,
  addDirectoryToken,
  listDirectoryTokens,
  revokeDirectoryToken,
] as const satisfies readonly EndpointSpec[];
