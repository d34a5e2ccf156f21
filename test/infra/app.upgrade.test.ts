import { beforeAll, describe, expect, test } from 'vitest';
import { recordVersions, type RecordVersions } from '#adapters/dynamodb/record-versions.ts';
import { recordRelease } from '#test/support/releases/recorded-release.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { openUpgrade, previousRelease as previous } from '#test/support/releases/upgrade-diff.ts';
import { synthesize } from './synthesized.ts';

const today = recordRelease('today', synthesize().stacks);

describe(`an upgrade from ${previous.version}`, () => {
  let upgrade: ReturnType<typeof openUpgrade>;

  beforeAll(() => {
    upgrade = openUpgrade();
  });

  const stacks = Object.keys(previous.stacks);

  test.each(stacks.filter((_, index) => isSampled(index, stacks.length)))(
    'of %s removes and replaces nothing that stores data or has a fixed address: `cdk diff`',
    async (name) => {
      const { all, replacing } = await upgrade(name);
      expect(all.some((line) => line.startsWith('[~] ') || line.startsWith('[+] AWS::'))).toBe(true);
      expect(replacing).toEqual([]);
    },
  );

  test('would be noticed if it replaced a table or removed a bucket', async () => {
    const [name, { Resources }] = Object.entries(previous.stacks).find(([, stack]) =>
      Object.values(stack.Resources).some(({ Type }) => Type === 'AWS::DynamoDB::GlobalTable'),
    )!;
    const [id, table] = Object.entries(Resources).find(
      ([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable',
    )!;
    const otherKey = { ...table, Properties: { ...table.Properties, KeySchema: [] } };
    const gone = { Type: 'AWS::S3::Bucket', Properties: {} };
    const { replacing } = await upgrade(name, { Resources: { ...Resources, [id]: otherKey, Gone: gone } });
    expect(replacing).toContainEqual(expect.stringMatching(/^\[~\] AWS::DynamoDB::GlobalTable .*replace/));
    expect(replacing).toContainEqual(expect.stringMatching(/^\[-\] AWS::S3::Bucket /));
  });

  test('keeps what stores data or has a fixed address under its logical id, and whatever was retained', () => {
    for (const [name, { Resources }] of Object.entries(previous.stacks))
      for (const [id, { Type, DeletionPolicy }] of Object.entries(Resources))
        expect([id, today.stacks[name]?.Resources[id]]).toMatchObject([
          id,
          { Type, ...(DeletionPolicy && { DeletionPolicy }) },
        ]);
  });

  test('keeps every export that the running stacks import', () => {
    expect(previous.imported.length).toBeGreaterThan(20);
    expect(previous.imported.filter((name) => !today.imported.includes(name))).toEqual([]);
  });

  test('moves no fixed name to another stack or logical id, where it would be created before it is free', () => {
    expect(Object.keys(previous.named).length).toBeGreaterThan(500);
    const moved = Object.entries(previous.named).filter(
      ([name, place]) => today.named[name] !== undefined && today.named[name] !== place,
    );
    expect(moved).toEqual([]);
  });

  test('is recorded with everything that is retained', () => {
    const retained = Object.entries(synthesize().stacks)
      .filter(([stack]) => stack !== 'account')
      .flatMap(([stack, resources]) =>
        Object.entries(resources)
          .filter(([, { DeletionPolicy }]) => DeletionPolicy === 'Retain')
          .map(([id]) => [stack, id] as const),
      );
    expect(retained.length).toBeGreaterThan(10);
    expect(retained.filter(([stack, id]) => !today.stacks[stack]?.Resources[id])).toEqual([]);
  });

  test('writes each record in a version that the code before it, which runs beside it, can read', () => {
    const writtenBeyond = (versions: RecordVersions): string[] =>
      Object.entries(versions)
        .filter(([record, { writes }]) => writes > (previous.reads[record] ?? 1))
        .map(([record]) => record);
    expect(writtenBeyond(recordVersions)).toEqual([]);
    const step = { attributes: [], up: () => ({}), down: () => ({}) };
    expect(writtenBeyond({ pool: { writes: 2, steps: [step] } })).toEqual(['pool']);
    expect(writtenBeyond({ pool: { writes: 1, steps: [step] } })).toEqual([]);
  });
});
