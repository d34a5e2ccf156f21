import { drawBadge } from '#app/repositories/repository-badge.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = servePublic(endpoint, { store: wireStore }, async ({ params }, { store }) => ({
  status: 200,
  headers: { 'Content-Type': 'image/svg+xml' },
  text: await drawBadge(params.file.slice(0, -'.svg'.length), store),
}));
