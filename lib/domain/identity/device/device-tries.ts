import type { Change } from '@scangate/domain/record-changes';
import { Conflict } from '@scangate/domain/conflict';
import { addMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { DeviceTries } from './device-records.ts';

/** A person may try ten codes within the lifetime of a code, correct ones included, so that guessing is hopeless. */
const maxTries = 10;
const windowMs = 600_000;

class TriesConflict extends Conflict {}

/**
 * Counts a typed code before it is looked up.
 * @throws Problem rate_limited for the eleventh within ten minutes.
 */
export const countTry = (
  personId: string,
  counted: DeviceTries | undefined,
  now: Date,
): Change<'deviceTries'> => {
  const onConflict = () => new TriesConflict('the codes that the person tried');
  const id = { triesOf: personId };
  const isCurrent = counted !== undefined && counted.expiresAt > now.toISOString();
  if (!isCurrent) {
    const item = { ...id, tries: 1, expiresAt: addMs(now, windowMs) };
    const replaceIf = counted && [{ field: 'expiresAt', is: 'equal', value: counted.expiresAt } as const];
    return { change: 'insert', record: 'deviceTries', item, ...(replaceIf && { replaceIf }), onConflict };
  }
  if (counted.tries >= maxTries)
    throw new Problem('rate_limited', {
      detail: `A person can try at most ${maxTries} codes in ten minutes.`,
      retryAfterSeconds: Math.ceil((Date.parse(counted.expiresAt) - now.getTime()) / 1000),
    });
  return {
    change: 'update',
    record: 'deviceTries',
    id,
    add: { tries: 1 },
    when: [
      { field: 'expiresAt', is: 'equal', value: counted.expiresAt },
      { field: 'tries', is: 'atMost', value: maxTries - 1 },
    ],
    onConflict,
  };
};
