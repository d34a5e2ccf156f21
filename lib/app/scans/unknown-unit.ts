import { Problem } from '@scangate/domain/problem';
import { listAll, type Store } from '#ports/store.ts';

/**
 * What to say of a unit this repository does not have: 422 when another repository of the organization has it, as a
 * client mixed two up; else 404. Asked only after the refusal, so it may cost a list.
 */
export const unknownUnitProblem = async (
  organizationId: string,
  projectUnitId: string,
  store: Pick<Store, 'list'>,
): Promise<Problem> => {
  for await (const { units } of listAll(store, 'repositories', { organizationId })) {
    if (!units.some((unit) => unit.projectUnitId === projectUnitId)) continue;
    const detail = 'This project unit belongs to another repository.';
    const errors = [{ pointer: '/projectUnitId', code: 'project_unit_foreign', detail }];
    return new Problem('project_unit_foreign', { detail, errors });
  }
  return new Problem('project_unit_not_found', { detail: 'This repository has no such project unit.' });
};
