import { isDueForErasure } from '@scangate/domain/leaving/close-organization';
import { dayOf } from '@scangate/domain/instant';
import type { ErasureStarter } from '#ports/leaving/leaving-workflows.ts';
import type { StoreReader } from '#ports/store.ts';
import { walkDaily, type WalkPorts, type WalkResult } from '../jobs/daily-walk.ts';
import type { RunContext } from '../jobs/run-context.ts';

interface StartPorts extends WalkPorts {
  store: WalkPorts['store'] & Pick<StoreReader, 'get'>;
  erasure: ErasureStarter;
}

/**
 * Starts the erasure of every organization whose 30 days are over, once a day for each. An erasure that is already
 * running is not started again; a failed one is, on the next day.
 */
export const startErasures = async (ports: StartPorts, context: RunContext): Promise<WalkResult> => {
  const day = dayOf(context.now.toISOString());
  const visit = async ({ organizationId }: { organizationId: string }): Promise<void> => {
    const organization = await ports.store.get('organization', { organizationId }, { consistent: true });
    if (organization && isDueForErasure(organization, context.now))
      await ports.erasure.start(organizationId, day);
  };
  return walkDaily({ job: 'erase-organizations', record: 'organization', visit }, ports, context);
};
