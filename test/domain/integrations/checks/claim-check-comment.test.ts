import { describe, expect, test } from 'vitest';
import {
  holdCheck,
  releaseCheck,
  type CandidateCheck,
} from '@scangate/domain/integrations/checks/claim-check-comment';
import type { RepositoryCheck } from '@scangate/domain/records';

const now = '2026-03-01T12:00:00.000Z';
const later = '2026-03-01T12:01:00.000Z';
const muchLater = '2026-03-01T12:02:00.000Z';

const candidate = (scanId: string, more: Partial<CandidateCheck> = {}): CandidateCheck => ({
  organizationId: 'o-1',
  repositoryId: 'r-1',
  subject: 'commit:abc',
  scanId,
  scanAt: `2026-03-01T11:00:0${scanId.at(-1)}.000Z`,
  weak: false,
  ...more,
});

const held = (
  stored: RepositoryCheck | undefined,
  wanted: CandidateCheck,
  at = now,
  holder = 'run-1',
): RepositoryCheck => {
  const decided = holdCheck(stored, { candidate: wanted, holder }, at);
  if (decided.task !== 'write') throw new Error(`it is not held: ${decided.task}`);
  return decided.check;
};

const written = (check: RepositoryCheck, externalId?: string): RepositoryCheck => {
  const change = releaseCheck(check, externalId);
  if (change.change !== 'insert') throw new Error('a record is replaced as a whole');
  return change.item;
};

describe('claiming what is written about a commit', () => {
  test('the first result is written, and the record is claimed for 90 seconds', () => {
    expect(held(undefined, candidate('s-1'))).toMatchObject({
      scanId: 's-1',
      holder: 'run-1',
      heldUntil: '2026-03-01T12:01:30.000Z',
      version: 1,
    });
  });

  test('a result that is already there is not written again', () => {
    const stored = written(held(undefined, candidate('s-1')));
    expect(stored.heldUntil).toBeUndefined();
    expect(holdCheck(stored, { candidate: candidate('s-1'), holder: 'run-2' }, now).task).toBe('done');
  });

  test('an older scan never replaces a newer one, and a newer one does', () => {
    const stored = written(held(undefined, candidate('s-2')));
    expect(holdCheck(stored, { candidate: candidate('s-1'), holder: 'run-2' }, now).task).toBe('done');
    expect(held(stored, candidate('s-3')).scanId).toBe('s-3');
  });

  test('a narrower or canceled scan never replaces a judgment, and a judgment replaces it', () => {
    const strong = written(held(undefined, candidate('s-1')));
    const weak = candidate('s-2', { weak: true });
    expect(holdCheck(strong, { candidate: weak, holder: 'run-2' }, now).task).toBe('done');
    const first = written(held(undefined, weak));
    expect(held(first, candidate('s-1')).scanId).toBe('s-1');
  });

  test('while a run writes, a newer result is recorded and waits', () => {
    const stored = held(undefined, candidate('s-1'));
    const decided = holdCheck(stored, { candidate: candidate('s-2'), holder: 'run-2' }, later);
    expect(decided).toMatchObject({ task: 'wait', until: '2026-03-01T12:01:30.000Z' });
    expect(decided.changes).toMatchObject([
      {
        item: { scanId: 's-2', holder: 'run-1', version: 2 },
        replaceIf: [{ field: 'version', is: 'equal', value: 1 }],
      },
    ]);
  });

  test('while a run writes, an older result waits and changes nothing', () => {
    const stored = held(undefined, candidate('s-2'));
    const decided = holdCheck(stored, { candidate: candidate('s-1'), holder: 'run-2' }, later);
    expect(decided).toMatchObject({ task: 'wait', changes: [] });
  });

  test('a run that died is followed by another one after its time', () => {
    const stored = held(undefined, candidate('s-1'));
    const again = held(stored, candidate('s-1'), muchLater, 'run-2');
    expect(again).toMatchObject({ scanId: 's-1', holder: 'run-2', version: 2 });
  });

  test('the release keeps the comment, and is refused when the record has changed', () => {
    const check = held(undefined, candidate('s-1'));
    expect(releaseCheck(check, '77')).toMatchObject({
      item: { written: 's-1', externalId: '77', version: 2 },
      replaceIf: [{ field: 'version', is: 'equal', value: 1 }],
    });
    expect(written({ ...check, externalId: '77' }).externalId).toBe('77');
  });
});
