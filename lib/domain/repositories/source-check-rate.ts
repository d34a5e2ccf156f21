import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { addMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import { rateState, rateWindow } from '../rate-limit.ts';
import type { RateMinute } from '../records.ts';

/**
 * The URLs that an organization may try in a minute, so that the service is no tool to look for hosts or to guess
 * credentials. A person who connects repositories tries a few.
 */
export const sourceChecksPerMinute = 20;

const hourMs = 60 * 60_000;

/** Another request was counted after the minute was read. */
class CheckConflict extends Conflict {
  constructor() {
    super('the checks of the organization were counted since');
  }
}

/** Counts one more check of a URL. @throws Problem rate_limited when the organization has had its number. */
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
      detail: `An organization checks at most ${sourceChecksPerMinute} repositories in a minute.`,
      limit: 'organization',
      retryAfterSeconds: rateState(0, now).resetSeconds,
    });
  return [
    {
      change: 'update',
      record: 'rateMinute',
      id,
      add: { sourceChecks: 1 },
      when: [{ field: 'sourceChecks', is: 'equal', value: sourceChecks }],
      onConflict,
    },
  ];
};
