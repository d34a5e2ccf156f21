import { servePublic } from '#runtime/serve-public.ts';
import { pageType } from '#runtime/http/pages.ts';
import { devicePage, devicePagePolicy } from '#runtime/http/device-page.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(endpoint, {}, async () => ({
  status: 200,
  headers: { 'Content-Type': pageType, 'Content-Security-Policy': devicePagePolicy },
  text: devicePage,
}));
