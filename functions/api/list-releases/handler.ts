import { loadBundle } from '#app/bundles/manage-bundles.ts';
import { listReleases } from '#app/bundles/read-releases.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { releaseView } from '@scangate/domain/bundles/release-rules';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params }, ports) => {
  const id = { organizationId: caller.organizationId, bundleId: params.bundleId.toLowerCase() };
  await loadBundle(ports, id, { evenRemoved: true });
  return { status: 200, body: { items: (await listReleases(ports, id)).map(releaseView) } };
});
