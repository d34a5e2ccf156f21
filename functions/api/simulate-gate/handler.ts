import { simulateGate } from '#app/policy/simulate-gate.ts';
import { loadFullNames } from '#app/repositories/load-full-names.ts';
import { simulationView } from '@scangate/domain/policy/simulation-view';
import { serve } from '#runtime/serve.ts';
import { wireAdvisories, wireLicenseData } from '#runtime/wire/advisories.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader, advisories: wireAdvisories, licenseData: wireLicenseData },
  async ({ caller, body: { policy, days }, now }, ports) => {
    const elapsedMs = () => performance.now();
    const simulated = await simulateGate({ caller, change: policy, days }, { ...ports, elapsedMs }, now);
    const repositoryIds = simulated.judged.map(({ scan: { repositoryId } }) => repositoryId);
    const { organizationId } = caller;
    const names = await loadFullNames({ organizationId, repositoryIds }, ports.store);
    return { status: 200, body: simulationView(simulated, names) };
  },
);
