import { expect, test } from 'vitest';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { checkUploadedLockfile, readUploadedLockfile } from '@scangate/engines/inventory/read-inventory';
import { cases } from '#test/corpora/inventory/package-lock.ts';
import { Dice } from '#test/support/fuzz/dice.ts';
import { mutateJson } from '#test/support/fuzz/readers/mutate-json.ts';
import { mutate } from '#test/support/fuzz/readers/mutate.ts';

const path = 'package-lock.json';
const texts = cases.flatMap(({ files }) => files[path] ?? []);

const reasonOf = (read: () => unknown): string | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return error.message;
  }
};

const expectSameVerdict = (text: string): string | undefined => {
  const reason = reasonOf(() => checkUploadedLockfile(path, text));
  expect(reason).toBe(reasonOf(() => readUploadedLockfile(path, text)));
  return reason;
};

test('a package-lock.json is refused exactly if its scan could not read it, with the same reason', () => {
  expect(texts.length).toBeGreaterThan(10);
  const reasons = new Map<string | undefined, number>();
  for (const [number, text] of texts.entries())
    for (let round = 0; round < 40; round += 1) {
      const dice = new Dice(number * 1_000 + round);
      const bytes = Buffer.from(text);
      const changed =
        round % 4 === 0 ? mutate(bytes, Buffer.from(texts[0] ?? ''), dice) : mutateJson(bytes, dice);
      const reason = expectSameVerdict(changed.toString('utf8'));
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  expect(reasons.get(undefined)).toBeGreaterThan(100);
  expect(reasons.size).toBeGreaterThan(4);
});

test.each([
  ['{"lockfileVersion":4}', 'its lockfileVersion is not 1, 2 or 3'],
  ['{"packages":{}}', 'it has neither a lockfileVersion nor dependencies'],
  ['{"dependencies":[]}', 'it has neither a lockfileVersion nor dependencies'],
  ['{"dependencies":{},"dependencies":1}', 'it has neither a lockfileVersion nor dependencies'],
  ['{"dependencies":{"a":1}}', undefined],
  ['{"lockfileVersion":3,"packages":1}', undefined],
  ['[]', 'it is a JSON file, but holds no mapping'],
  [`{"lockfileVersion":3,"packages":${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`, /nested deeper/],
  [`{"lockfileVersion":3,"packages":{"":{"workspaces":{"a":[1,}}}}`, /not a valid JSON file/],
])('the check of %s has the reason of its scan', (text, reason) => {
  const found = expectSameVerdict(text);
  if (reason instanceof RegExp) expect(found).toMatch(reason);
  else expect(found).toBe(reason);
});
