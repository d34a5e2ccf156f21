import { defineEndpoint } from '#contract/endpoint.ts';
import { startedDeviceLogin } from '#contract/schemas/identity/device.ts';

export const endpoint = defineEndpoint({
  name: 'start-device-login',
  method: 'POST',
  path: '/v1/device',
  summary: 'Start the login of a command line (RFC 8628).',
  description:
    'Needs no credential. The command line shows the user code and the address of the page, and polls `POST /v1/device/token` ' +
    'until its person has decided.',
  access: 'public',
  throttle: { rate: 5, burst: 20 },
  roles: [],
  scopes: [],
  responses: { 201: { description: 'The codes, shown only once.', schema: startedDeviceLogin } },
  problems: [],
  needs: { deviceLogins: 'start', publicAddress: true },
});
