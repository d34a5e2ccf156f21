import { Problem } from '@scangate/domain/problem';
import {
  resolveRequest,
  type ResolvedRequest,
  type ScanFacts,
  type ScanRequest,
} from '@scangate/domain/scans/resolve-request';
import { listAll, type Store } from '#ports/store.ts';

/**
 * Explains a unit that the repository does not have: 422 when another repository of the organization has it, because
 * the client mixed two up, else 404. Only a refused request pays for this list.
 */
const unknownUnitProblem = async (
  organizationId: string,
  projectUnitId: string,
  store: Pick<Store, 'list'>,
): Promise<Problem> => {
  for await (const { units } of listAll(store, { list: 'repositories', owner: { organizationId } })) {
    if (!units.some((unit) => unit.projectUnitId === projectUnitId)) continue;
    const detail = 'This project unit belongs to another repository.';
    const errors = [{ pointer: '/projectUnitId', code: 'project_unit_foreign', detail }];
    return new Problem('project_unit_foreign', { detail, errors });
  }
  return new Problem('project_unit_not_found', { detail: 'This repository has no such project unit.' });
};

/** Resolves a request, and looks for a unit that the repository does not have in the others. @throws Problem */
export const resolveScanRequest = async (
  { request, facts }: { request: ScanRequest; facts: ScanFacts },
  store: Pick<Store, 'list'>,
  now: Date,
): Promise<ResolvedRequest> => {
  try {
    return resolveRequest(request, facts, now);
  } catch (error) {
    const isUnknownUnit = error instanceof Problem && error.code === 'project_unit_not_found';
    if (!isUnknownUnit || request.projectUnitId === undefined) throw error;
    throw await unknownUnitProblem(facts.caller.organizationId, request.projectUnitId, store);
  }
};
