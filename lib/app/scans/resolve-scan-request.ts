import { Problem } from '@scangate/domain/problem';
import { fieldProblem } from '@scangate/domain/invalid-field';
import {
  resolveRequest,
  unknownUnit,
  type ResolvedRequest,
  type ScanFacts,
  type ScanRequest,
} from '@scangate/domain/scans/resolve-request';
import { requireBaseScan } from '@scangate/domain/scans/base/validate-base';
import { listAll, type Store } from '#ports/store.ts';

/**
 * Explains a unit that the repository does not have: 422 when another repository of the organization has it, because
 * the client mixed them up, else 404. Only a refused request pays for this list.
 */
const unknownUnitProblem = async (
  organizationId: string,
  projectUnitId: string,
  store: Pick<Store, 'list'>,
): Promise<Problem> => {
  for await (const { units } of listAll(store, { list: 'repositories', owner: { organizationId } })) {
    if (!units.some((unit) => unit.projectUnitId === projectUnitId)) continue;
    const detail = 'This project unit belongs to another repository.';
    return fieldProblem('project_unit_foreign', '/projectUnitId', { detail });
  }
  return unknownUnit();
};

/**
 * Loads the scan with which an artifact is compared.
 * @throws Problem scan_not_found or validation_failed.
 */
const checkBaseScan = async (
  { baseScanId }: ScanRequest,
  { caller: { organizationId }, repository }: ScanFacts,
  store: Pick<Store, 'get'>,
): Promise<void> => {
  if (baseScanId === undefined) return;
  const found = await store.get('scan', { organizationId, scanId: baseScanId }, { consistent: true });
  requireBaseScan(found, repository);
};

/**
 * Resolves a request, and searches the other repositories for a unit that the repository does not have.
 * @throws Problem
 */
export const resolveScanRequest = async (
  { request, facts }: { request: ScanRequest; facts: ScanFacts },
  store: Pick<Store, 'list' | 'get'>,
  now: Date,
): Promise<ResolvedRequest> => {
  try {
    const resolved = resolveRequest(request, facts, now);
    await checkBaseScan(request, facts, store);
    return resolved;
  } catch (error) {
    const isUnknownUnit = error instanceof Problem && error.code === 'project_unit_not_found';
    if (!isUnknownUnit || request.projectUnitId === undefined) throw error;
    throw await unknownUnitProblem(facts.caller.organizationId, request.projectUnitId, store);
  }
};
