import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNightly } from '#test/support/runs/samples.ts';
import { leakedKey, lock } from '../base-world.ts';
import { reuseWorld, threeUnits, type Files } from './reuse-world.ts';

type Edit = (files: Files) => Files;

const folders = ['', 'api/', 'web/', 'web/admin/'];
const names = ['index.js', 'deploy.sh', 'test/deploy.sh', 'lib/a.js', 'README.md'];
const key = `export AWS_ACCESS_KEY_ID=${leakedKey()}`;
const contents = [
  'export const a = 1;\n',
  `${key}\n`,
  `${key} # scangate:allow aws-access-key-id of the tests\n`,
  "const cp = require('child_process');\nmodule.exports = (req) => cp.exec('ls ' + req.query.d);\n",
  "const cp = require('child_process');\nmodule.exports = (req) => cp.exec('ls ' + req.query.d); // scangate:allow js-command-injection fine\n",
  '',
];
const entries = ['secrets:aws-access-key-id\n', '**/test/**\n', 'sast:*\n', ''];
const locks: Record<string, string>[] = [
  {},
  { left: '1.0.0' },
  { right: '1.0.0' },
  { left: '1.0.0', right: '2.0.0' },
];

const without = (files: Files, isRemoved: (path: string) => boolean): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !isRemoved(path)));

const folder = fc.constantFrom(...folders);
const path = fc.tuple(folder, fc.constantFrom(...names)).map(([at, name]) => at + name);

const write: fc.Arbitrary<Edit> = fc
  .tuple(path, fc.constantFrom(...contents))
  .map(([at, text]) => (files) => ({ ...files, [at]: text }));
const remove: fc.Arbitrary<Edit> = path.map((at) => (files) => without(files, (one) => one === at));
const move: fc.Arbitrary<Edit> = fc.tuple(path, path).map(([from, to]) => (files) => {
  const text = files[from];
  return text === undefined ? files : { ...without(files, (one) => one === from), [to]: text };
});
const ignore: fc.Arbitrary<Edit> = fc
  .tuple(folder, fc.constantFrom(...entries))
  .map(([at, text]) => (files) => ({ ...files, [`${at}.scangateignore`]: text }));
const lockfile: fc.Arbitrary<Edit> = fc
  .tuple(folder, fc.constantFrom(...locks))
  .map(([at, packages]) => (files) => ({ ...files, [`${at}package-lock.json`]: lock(packages) }));
const unlock: fc.Arbitrary<Edit> = fc
  .constantFrom('api/', 'web/', 'web/admin/')
  .map((at) => (files) => without(files, (one) => one === `${at}package-lock.json`));
const renameUnit: fc.Arbitrary<Edit> = fc.constantFrom('api/', 'web/').map((at) => (files) => {
  const moved = ([one, text]: [string, string]): [string, string] => [
    one.startsWith(at) ? `moved/${one}` : one,
    text,
  ];
  return Object.fromEntries(Object.entries(files).map(moved));
});

const edits = fc.array(
  fc.record({
    edit: fc.oneof(write, write, remove, move, ignore, lockfile, unlock, renameUnit),
    isReviewed: fc.boolean(),
    scope: fc.constantFrom('all', 'all', 'some'),
  }),
  { minLength: 20, maxLength: 20 },
);

/** Histories of twenty edits each. */
const histories = isNightly ? 10 : 2;

test('reused and fresh scans of random edits agree byte for byte', async () => {
  let reused = 0;
  await fc.assert(
    fc.asyncProperty(edits, async (steps) => {
      const world = await reuseWorld();
      let files = threeUnits();
      await world.scan(files, { isReviewed: true });
      for (const { edit, isReviewed, scope } of steps) {
        files = edit(files);
        const types = scope === 'some' ? { scanTypes: ['secrets' as const, 'sast' as const] } : {};
        const ended = await world.scan(files, { isReviewed, ...types });
        const anew = await world.scanAnew(ended);
        reused += world.reusedOf(ended).length;
        expect(world.reusedOf(anew)).toEqual([]);
        expect(world.answerOf(ended)).toEqual(world.answerOf(anew));
      }
      expect(world.violations()).toEqual([]);
    }),
    { numRuns: histories },
  );
  expect(reused).toBeGreaterThan(5 * histories);
}, 300_000);
