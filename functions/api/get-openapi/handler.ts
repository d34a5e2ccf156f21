import openapi from '#contract/openapi.json' with { type: 'json' };
import { matchesEtag } from '#runtime/http/matches-etag.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { sha256 } from '@scangate/engines/model/digest';
import { endpoint } from './endpoint.ts';

const text = JSON.stringify(openapi);
const ETag = `"${sha256(text).slice(0, 32)}"`;
const headers: Record<string, string> = { ETag, 'Content-Type': 'application/json' };

export const handler = servePublic(endpoint, {}, async (request) => {
  if (matchesEtag(request.headers['if-none-match'], ETag)) return { status: 304, headers: { ETag } };
  return { status: 200, headers, text };
});
