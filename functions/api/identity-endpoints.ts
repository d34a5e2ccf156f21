import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as listSignInProviders } from './list-sign-in-providers/endpoint.ts';
import { endpoint as startSignIn } from './start-sign-in/endpoint.ts';
import { endpoint as startSignInByPost } from './start-sign-in-by-post/endpoint.ts';
import { endpoint as completeSignIn } from './complete-sign-in/endpoint.ts';
import { endpoint as getSession } from './get-session/endpoint.ts';
import { endpoint as endSession } from './end-session/endpoint.ts';
import { endpoint as switchOrganization } from './switch-organization/endpoint.ts';
import { endpoint as listSessions } from './list-sessions/endpoint.ts';
import { endpoint as endOwnSession } from './end-own-session/endpoint.ts';
import { endpoint as endSessions } from './end-sessions/endpoint.ts';
import { endpoint as issueToken } from './issue-token/endpoint.ts';
import { endpoint as listTokens } from './list-tokens/endpoint.ts';
import { endpoint as handOverToken } from './hand-over-token/endpoint.ts';
import { endpoint as revokeToken } from './revoke-token/endpoint.ts';
import { endpoint as createInvitation } from './create-invitation/endpoint.ts';
import { endpoint as listInvitations } from './list-invitations/endpoint.ts';
import { endpoint as withdrawInvitation } from './withdraw-invitation/endpoint.ts';
import { endpoint as listMembers } from './list-members/endpoint.ts';
import { endpoint as listPeople } from './list-people/endpoint.ts';
import { endpoint as changeMember } from './change-member/endpoint.ts';
import { endpoint as removeMember } from './remove-member/endpoint.ts';
import { endpoint as getMe } from './get-me/endpoint.ts';
import { endpoint as deleteMe } from './delete-me/endpoint.ts';
import { endpoint as getOrganization } from './get-organization/endpoint.ts';
import { endpoint as changeOrganization } from './change-organization/endpoint.ts';

/** The endpoints of signing in, sessions, tokens, invitations and members. */
export const identityEndpoints = [
  listSignInProviders,
  startSignIn,
  startSignInByPost,
  completeSignIn,
  getSession,
  endSession,
  switchOrganization,
  listSessions,
  endOwnSession,
  endSessions,
  issueToken,
  listTokens,
  handOverToken,
  revokeToken,
  createInvitation,
  listInvitations,
  withdrawInvitation,
  listMembers,
  listPeople,
  changeMember,
  removeMember,
  getMe,
  deleteMe,
  getOrganization,
  changeOrganization,
] as const satisfies readonly EndpointSpec[];
