import { json as jsonOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ChildChannel } from '#adapters/sandbox/child-channel.ts';
import { advisoryAnswers, remoteAdvisories } from '#adapters/sandbox/remote-lookups.ts';
import { indexOf, osvRecord } from '#test/engines/sca/advisory-fixtures.ts';

const names = Array.from({ length: 12_000 }, (_, number) => `package-${number}`);
const index = indexOf(osvRecord({ name: 'package-11999' }));
const packages = names.map((name) => ({ ecosystem: 'npm', name }) as const);

test('the advisories of many packages are asked with several questions, and each has its own', async () => {
  const asked: number[] = [];
  const askValue = (_name: string, { packages: some }: { packages: [string, string][] }) => {
    asked.push(some.length);
    const found = some.flatMap(([ecosystem, name]) => {
      const advisories = index.lookup(ecosystem as 'npm', name);
      return advisories.length > 0 ? [[`${ecosystem} ${name}`, advisories]] : [];
    });
    return { snapshotId: 'snapshot', ecosystems: ['npm'], found };
  };
  const remote = await remoteAdvisories({ askValue } as unknown as ChildChannel).load(['npm'], packages);
  expect(asked).toEqual([5_000, 5_000, 2_000]);
  for (const name of ['package-0', 'package-5000', 'package-11999'])
    expect(remote.lookup('npm', name)).toEqual(index.lookup('npm', name));
  expect(remote.lookup('npm', 'package-11999')).toHaveLength(1);
  expect(asked).toHaveLength(3);
  remote.lookup('npm', 'unexpected');
  expect(asked).toEqual([5_000, 5_000, 2_000, 1]);
});

test('questions about the same ecosystems are answered from the snapshot of the first one', async () => {
  let loads = 0;
  const load = async () => ({ ...index, snapshotId: `snapshot ${(loads += 1)}` });
  const { advisories } = advisoryAnswers({ load });
  const answerTo = (ecosystems: string[]) => jsonOf(advisories({ ecosystems, packages: [] }));
  expect(await answerTo(['npm'])).toMatchObject({ snapshotId: 'snapshot 1' });
  expect(await answerTo(['npm'])).toMatchObject({ snapshotId: 'snapshot 1' });
  expect(await answerTo(['npm', 'PyPI'])).toMatchObject({ snapshotId: 'snapshot 2' });
});
