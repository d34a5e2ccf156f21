import { servePublic } from '#runtime/serve-public.ts';
import { pageType } from '#runtime/http/pages.ts';
import { sharedPage, sharedPagePolicy } from '#runtime/http/pack-link-page.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(endpoint, {}, async () => ({
  status: 200,
  headers: { 'Content-Type': pageType, 'Content-Security-Policy': sharedPagePolicy },
  text: sharedPage,
}));
