import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import { hourMs, addMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import { rateState, rateWindow } from '../rate-limit.ts';
import type { RateMinute } from '../records.ts';

/**
 * The limit of requests to git hosts per minute for URLs, credentials or branches that an organization names, so
 * that the service cannot be used to search for hosts or to guess credentials. A person who connects repositories
 * tries a few; a script that connects those of a company makes one a second.
 */
export const sourceChecksPerMinute = 60;

/** Thrown when another request was counted after the minute was read. */
class CheckConflict extends Conflict {
  constructor() {
    super('the checks of the organization were counted since');
  }
}

/**
 * Counts one more request to a git host.
 * @throws Problem rate_limited when the organization has reached its limit.
 */
export const countSourceCheck = (
  organizationId: string,
  counted: RateMinute | undefined,
  now: Date,
): Change<'rateMinute'>[] => {
  const id = { organizationId, minute: rateWindow(now) };
  const onConflict = () => new CheckConflict();
  if (!counted) {
    const item = { ...id, requests: 0, sourceChecks: 1, expiresAt: addMs(now, hourMs) };
    return [{ change: 'insert', record: 'rateMinute', item, onConflict }];
  }
  const { sourceChecks } = counted;
  if (sourceChecks === undefined)
    return [
      {
        change: 'update',
        record: 'rateMinute',
        id,
        set: { sourceChecks: 1 },
        when: [{ field: 'sourceChecks', is: 'absent' }],
        onConflict,
      },
    ];
  if (sourceChecks >= sourceChecksPerMinute)
    throw new Problem('rate_limited', {
      detail: `An organization can check git hosts at most ${sourceChecksPerMinute} times in a minute.`,
      limit: 'organization',
      retryAfterSeconds: rateState(0, now).resetSeconds,
    });
  return [
    {
      change: 'update',
      record: 'rateMinute',
      id,
      add: { sourceChecks: 1 },
      // Simultaneous checks do not exclude each other below the limit.
      when: [{ field: 'sourceChecks', is: 'atMost', value: sourceChecksPerMinute - 1 }],
      onConflict,
    },
  ];
};
