import { startDeviceLogin } from '#app/identity/device/start-device-login.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(
  endpoint,
  { store: wireStore, publicAddress: wirePublicAddress },
  async ({ ids, now }, ports) => ({ status: 201, body: await startDeviceLogin({ ...ports, ids }, now) }),
);
