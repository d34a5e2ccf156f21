import { expect, test } from 'vitest';
import { commit, git, makeRepository } from '#test/support/git/test-repository.ts';
import { leakedKey } from '../base-world.ts';
import { reuseWorld, threeUnits } from './reuse-world.ts';

/** Keeps the documents of the unit at a path. */
const ofUnit = (documents: Record<string, string>, path: string) =>
  Object.fromEntries(Object.entries(documents).filter(([name]) => name.startsWith(`${path} `)));

test.each(['off', 'on'])(
  'a scan of one unit, of which only its files are fetched, reports what a scan of all units reports of it, with reuse %s',
  async (reuse) => {
    const key = `export AWS_ACCESS_KEY_ID=${leakedKey()}`;
    const directory = makeRepository({
      ...threeUnits(),
      '.scangateignore': 'api/old.sh\n',
      'api/old.sh': `${key}\n`,
      'api/deploy.sh': `${key} # scangate:allow tested\n`,
      'web/deploy.sh': `${key}\n`,
    });
    const world = await reuseWorld({ directory });
    git(directory, ['checkout', '--quiet', '-b', 'change']);
    const commitHash = commit(directory, { 'api/new.sh': `${key}\n`, 'web/new.sh': 'echo new\n' });
    if (reuse === 'off') await world.change({ reuse: 'off' });
    const whole = world.documentsOf(await world.scan(undefined, { commitHash }));
    expect(Object.keys(whole).length).toBeGreaterThan(0);
    for (const { path, projectUnitId } of world.repository().units) {
      const pullRequest = { number: path.length + 1 };
      const alone = await world.scan(undefined, { commitHash, projectUnitId, pullRequest });
      expect([path, alone.status, ofUnit(world.documentsOf(alone), path)]).toEqual([
        path,
        'completed',
        ofUnit(whole, path),
      ]);
    }
    expect(world.violations()).toEqual([]);
  },
);
