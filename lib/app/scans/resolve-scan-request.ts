import { Problem } from '@scangate/domain/problem';
import {
  resolveRequest,
  type ResolvedRequest,
  type ScanFacts,
  type ScanRequest,
} from '@scangate/domain/scans/plan-scan';
import type { Store } from '#ports/store.ts';
import { unknownUnitProblem } from './unknown-unit.ts';

/** The order, resolved; a unit that this repository does not have is looked for in the others. @throws Problem */
export const resolveScanRequest = async (
  order: ScanRequest,
  facts: ScanFacts,
  now: Date,
  store: Pick<Store, 'list'>,
): Promise<ResolvedRequest> => {
  try {
    return resolveRequest(order, facts, now);
  } catch (error) {
    const foreign =
      error instanceof Problem && error.code === 'project_unit_not_found' && order.projectUnitId;
    throw foreign ? await unknownUnitProblem(facts.caller.organizationId, foreign, store) : error;
  }
};
