import openapi from '../../../lib/contract/openapi.json' with { type: 'json' };
import { serve } from '../../../lib/runtime/serve.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, {}, async () => ({ status: 200, body: openapi }));
