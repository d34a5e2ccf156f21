import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';

/** Thrown when the erasure of an organization has begun, so that nothing may be written under it. */
export class ErasedConflict extends Conflict {
  constructor() {
    super('the organization is being erased');
  }
}

/** The condition that the erasure of an organization has not begun. */
export const notErased = [{ field: 'erasureStartedAt' as const, is: 'absent' as const }];

/** The condition that an organization exists and its erasure has not begun. */
export const requireNotErased = (organizationId: string): Change<'organization'> => ({
  change: 'require',
  record: 'organization',
  id: { organizationId },
  when: notErased,
  onConflict: () => new ErasedConflict(),
});
