import { defineEndpoint } from '#contract/endpoint.ts';
import { deviceToken, deviceTokenRequest } from '#contract/schemas/identity/device.ts';

export const endpoint = defineEndpoint({
  name: 'grant-device-token',
  method: 'POST',
  path: '/v1/device/token',
  summary: 'Request the token of an approved command line.',
  description:
    'Takes no credential: the device code is one. Ask again every `interval` seconds while the code is `authorization_pending`; ' +
    'with `slow_down` wait longer. A device code gives one token, and gives it again until it is used, should the answer be lost.',
  access: 'public',
  throttle: { rate: 50, burst: 100 },
  roles: [],
  scopes: [],
  body: deviceTokenRequest,
  bodyLimitBytes: 1024,
  responses: { 200: { description: 'The token.', schema: deviceToken } },
  problems: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token'],
  needs: { core: 'write', eventDispatch: 'invoke', tokens: 'write' },
});
