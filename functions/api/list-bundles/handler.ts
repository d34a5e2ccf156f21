import { listBundles } from '#app/bundles/manage-bundles.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { bundleView } from '@scangate/domain/bundles/bundle-rules';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller }, ports) => {
  const bundles = await listBundles(ports, caller.organizationId);
  return { status: 200, body: { items: bundles.map(bundleView) } };
});
