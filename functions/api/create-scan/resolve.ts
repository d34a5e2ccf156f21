import { Problem } from '../../../lib/domain/problem.ts';
import {
  resolveOrder,
  type ResolvedOrder,
  type ScanFacts,
  type ScanOrder,
} from '../../../lib/domain/scans/plan-scan.ts';
import type { Store } from '../../../lib/ports/store.ts';
import { foreignUnit } from './foreign-unit.ts';

/** The order, resolved; a unit that this repository does not have is looked for in the others. @throws Problem */
export const resolve = async (
  order: ScanOrder,
  facts: ScanFacts,
  now: Date,
  store: Pick<Store, 'list'>,
): Promise<ResolvedOrder> => {
  try {
    return resolveOrder(order, facts, now);
  } catch (error) {
    const foreign =
      error instanceof Problem && error.code === 'project_unit_not_found' && order.projectUnitId;
    throw foreign ? await foreignUnit(facts.caller.organizationId, foreign, store) : error;
  }
};
