import openapi from '#contract/openapi.json' with { type: 'json' };
import { compressedDocument } from '#runtime/http/compressed-document.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { endpoint } from './endpoint.ts';

const answer = compressedDocument({ text: JSON.stringify(openapi), contentType: 'application/json' });

export const handler = servePublic(endpoint, {}, async ({ headers }) => answer(headers));
