import { approveDeviceLogin, denyDeviceLogin } from '#app/identity/device/decide-device-login.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, body, now }, { store }) => {
  const { userCode } = body;
  if ('deny' in body) return { status: 200, body: await denyDeviceLogin(store, { caller, userCode }, now) };
  const { scopes, expiresInDays } = body;
  const approval = { scopes, expiresInDays };
  return { status: 200, body: await approveDeviceLogin(store, { caller, userCode, approval }, now) };
});
