import { Problem } from '../../../lib/domain/problem.ts';
import type { Store } from '../../../lib/ports/store.ts';

/**
 * What to say of a unit this repository does not have: 422 when another repository of the organization has it, as a
 * client mixed two up; else 404. Asked only after the refusal, so it may cost a list.
 */
export const foreignUnit = async (
  organizationId: string,
  projectUnitId: string,
  store: Pick<Store, 'list'>,
): Promise<Problem> => {
  let cursor: string | undefined;
  do {
    const page = await store.list(
      'repositories',
      { organizationId },
      { limit: 100, ...(cursor && { cursor }) },
    );
    if (
      page.items.some((repository) => repository.units.some((unit) => unit.projectUnitId === projectUnitId))
    ) {
      const detail = 'This project unit belongs to another repository.';
      const errors = [{ pointer: '/projectUnitId', code: 'project_unit_foreign', detail }];
      return new Problem('project_unit_foreign', { detail, errors });
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return new Problem('project_unit_not_found', { detail: 'This repository has no such project unit.' });
};
