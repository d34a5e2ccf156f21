import { changeBundle } from '#app/bundles/manage-bundles.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { bundleView } from '@scangate/domain/bundles/bundle-rules';
import { etagOf } from '@scangate/domain/etag';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, params, body, headers, now }, ports) => {
    const bundleId = params.bundleId.toLowerCase();
    const request = { caller, bundleId, change: body, ifMatch: headers['if-match'] };
    const bundle = await changeBundle(request, ports, now);
    return { status: 200, headers: { ETag: etagOf(bundle) }, body: bundleView(bundle) };
  },
);
