import { defineEndpoint } from '#contract/endpoint.ts';
import { decidedDeviceLogin, deviceApproval, deviceDenial } from '#contract/schemas/identity/device.ts';
import { everyRole } from '@scangate/domain/identity/roles';

export const endpoint = defineEndpoint({
  name: 'decide-device-login',
  method: 'POST',
  path: '/v1/device/approval',
  summary: 'Approve or deny a command line by the code that it shows.',
  description:
    'The command line gets a personal token of the caller, in the organization of the session. A person tries ten codes in ten ' +
    'minutes (429). Codes that are unknown, expired, used or decided by somebody else have one and the same answer.',
  roles: everyRole,
  scopes: ['tokens:write'],
  session: true,
  recent: true,
  body: deviceApproval,
  bodyAlternatives: { deny: deviceDenial },
  bodyLimitBytes: 4096,
  responses: { 200: { description: 'The decision.', schema: decidedDeviceLogin } },
  problems: ['entitlement_denied', 'user_code_not_found', 'conflict'],
  needs: { core: 'write', tokens: 'write' },
});
