import { isDueForErasure } from '@scangate/domain/offboarding/close-organization';
import { dayOf } from '@scangate/domain/instant';
import type { ErasureStarter } from '#ports/offboarding/offboarding-workflows.ts';
import type { StoreReader } from '#ports/store.ts';
import { processDaily, type DailyPorts, type DailyResult } from '../jobs/process-daily.ts';
import type { RunContext } from '../jobs/run-context.ts';

interface StartPorts extends DailyPorts {
  store: DailyPorts['store'] & Pick<StoreReader, 'get'>;
  erasure: ErasureStarter;
}

/**
 * Starts the erasure of every organization whose 30 days are over, once a day for each. An erasure that is already
 * running is not started again; a failed one is, on the next day.
 */
export const startErasures = async (ports: StartPorts, context: RunContext): Promise<DailyResult> => {
  const day = dayOf(context.now.toISOString());
  const visit = async ({ organizationId }: { organizationId: string }): Promise<void> => {
    const organization = await ports.store.get('organization', { organizationId }, { consistent: true });
    if (organization && isDueForErasure(organization, context.now))
      await ports.erasure.start(organizationId, day);
  };
  return processDaily({ job: 'start-erasures', record: 'organization', visit }, ports, context);
};
