import { vi } from 'vitest';
import type { Role, Scope } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { later, noon, type TestOrganization } from '../world.ts';
import { call, type ApiResponse, type CallOptions } from './call-endpoint.ts';

interface Codes {
  deviceCode: string;
  userCode: string;
}

/** The session of a member who signed in at noon. */
export const recentSession = (organization: TestOrganization, role: Role = 'member'): Caller => ({
  ...organization.as(role, 'session'),
  signedInAt: noon.toISOString(),
});

/** Starts the login of a command line. */
export const startDevice = async (): Promise<Codes> => {
  const { body } = await call('start-device-login', {});
  return { deviceCode: String(body['deviceCode']), userCode: String(body['userCode']) };
};

/** Asks for the token of a command line so many seconds after noon. */
export const pollDevice = (deviceCode: string, seconds: number): Promise<ApiResponse> => {
  vi.setSystemTime(later(seconds));
  return call('grant-device-token', { body: { deviceCode } });
};

export const approveDevice = (
  caller: Caller,
  userCode: string,
  { scopes = ['scans:read'], expiresInDays }: { scopes?: readonly Scope[]; expiresInDays?: number } = {},
  more: CallOptions = {},
): Promise<ApiResponse> =>
  call('decide-device-login', {
    caller,
    body: { userCode, scopes, ...(expiresInDays !== undefined && { expiresInDays }) },
    ...more,
  });

export const denyDevice = (caller: Caller, userCode: string): Promise<ApiResponse> =>
  call('decide-device-login', { caller, body: { userCode, deny: true } });

/** The status and the code of an answer. */
export const told = ({ status, body }: ApiResponse): unknown[] => [status, body['code']];
