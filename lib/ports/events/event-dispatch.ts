import type { RecordKeys } from '@scangate/domain/record-changes';

/** The key of an event within its organization. */
export type EventKey = Omit<RecordKeys['storedEvent'], 'organizationId'>;

/** Requests the fan-out of events right after their commit. */
export interface EventDispatch {
  /**
   * Does nothing without events. It never throws: the change behind the events is committed, and the sweep finds
   * events whose fan-out was not requested.
   */
  dispatch(organizationId: string, events: readonly EventKey[]): Promise<void>;
}
