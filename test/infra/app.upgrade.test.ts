import { beforeAll, describe, expect, test } from 'vitest';
import { recordVersions } from '#adapters/dynamodb/record-versions.ts';
import { recordRelease } from '#test/support/releases/recorded-release.ts';
import { openUpgrade, previousRelease as previous } from '#test/support/releases/upgrade-diff.ts';
import { synthesize } from './synthesized.ts';

const today = recordRelease('today', synthesize().stacks);

describe(`an upgrade from ${previous.version}`, () => {
  let upgrade: ReturnType<typeof openUpgrade>;

  beforeAll(() => {
    upgrade = openUpgrade();
  });

  test.each(Object.keys(previous.stacks))(
    'of %s removes and replaces nothing that holds data or an address: `cdk diff`',
    async (name) => {
      const { all, replacing } = await upgrade(name);
      expect(all.some((line) => line.startsWith('[~] ') || line.startsWith('[+] AWS::'))).toBe(true);
      expect(replacing).toEqual([]);
    },
  );

  test('keeps what holds data or an address under its logical id, and whatever was retained', () => {
    for (const [name, { Resources }] of Object.entries(previous.stacks))
      for (const [id, { Type, DeletionPolicy }] of Object.entries(Resources))
        expect([id, today.stacks[name]?.Resources[id]]).toMatchObject([
          id,
          { Type, ...(DeletionPolicy && { DeletionPolicy }) },
        ]);
  });

  test('keeps every export of the first stack, which the running stacks import', () => {
    const ofFirst = previous.imported.filter((name) => name.startsWith('scangate-stateful:'));
    expect(ofFirst.length).toBeGreaterThan(5);
    expect(ofFirst.filter((name) => !today.imported.includes(name))).toEqual([]);
  });

  test('writes each record in a version that the code before it reads, which runs beside it', () => {
    for (const [record, { writes }] of Object.entries(recordVersions))
      expect([record, writes <= (previous.reads[record] ?? 1)]).toEqual([record, true]);
  });
});
