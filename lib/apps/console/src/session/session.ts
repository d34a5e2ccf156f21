import type { BodyOfResponse } from '@scangate/client';
import type { components } from '@scangate/client/generated/types';

/** The answer of the one boot call, `GET /v1/session`. */
export type Session = BodyOfResponse<'get-session'>;

export type Role = Session['role'];
export type Plan = Session['plan'];
export type Capability = Session['capabilities'][number];
export type Scope = Session['scopes'][number];
export type ProblemCode = components['schemas']['Problem']['code'];
