import { grantDeviceToken } from '#app/identity/device/grant-device-token.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { store: wireStore, eventDispatch: wireEventDispatch },
  async ({ body: { deviceCode }, ids, now }, { store }) => ({
    status: 200,
    body: await grantDeviceToken({ store, ids }, deviceCode, now),
  }),
);
