import { requestAuditorPack } from '#app/auditor-packs/auditor-packs.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireAuditorPackStarter } from '#runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';

const instantOf = (moment: string): string => new Date(moment).toISOString();

export const handler = serve(
  endpoint,
  { store: wireStore, auditorPacks: wireAuditorPackStarter },
  async ({ caller, body: { from, to, repositoryIds, include }, now }, ports) => {
    const requested = {
      from: instantOf(from),
      to: instantOf(to),
      ...(repositoryIds && { repositoryIds }),
      include: [...new Set(include)],
    };
    return { status: 202, body: await requestAuditorPack({ caller, requested }, ports, now) };
  },
);
