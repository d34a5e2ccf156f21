import { referencePage, referencePolicy } from '#runtime/docs/reference-page.ts';
import { compressedDocument } from '#runtime/http/compressed-document.ts';
import { pageType } from '#runtime/http/pages.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { endpoint } from './endpoint.ts';

const answer = compressedDocument({
  text: referencePage,
  contentType: pageType,
  policy: referencePolicy,
});

export const handler = servePublic(endpoint, {}, async ({ headers }) => answer(headers));
