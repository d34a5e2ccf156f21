import openapi from '#contract/openapi.json' with { type: 'json' };
import { serve } from '#runtime/serve.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, {}, async () => ({ status: 200, body: openapi }));
