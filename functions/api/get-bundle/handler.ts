import { loadBundle } from '#app/bundles/manage-bundles.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { bundleView } from '@scangate/domain/bundles/bundle-rules';
import { etagOf } from '@scangate/domain/etag';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params }, ports) => {
  const { organizationId } = caller;
  const bundle = await loadBundle(ports, { organizationId, bundleId: params.bundleId.toLowerCase() });
  return { status: 200, headers: { ETag: etagOf(bundle) }, body: bundleView(bundle) };
});
