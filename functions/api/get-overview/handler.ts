import { loadOverview } from '#app/tracking/load-overview.ts';
import { serve } from '#runtime/serve.ts';
import { wireAdvisories, wireLicenseData } from '#runtime/wire/advisories.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, advisories: wireAdvisories, licenseData: wireLicenseData },
  async ({ caller: { organizationId }, now }, ports) => ({
    status: 200,
    body: await loadOverview(organizationId, ports, now),
  }),
);
