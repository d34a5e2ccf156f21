import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { javaFile } from '@scangate/emulator-aws/dynamodb/class-archive';
import { bundleStart } from '#local/startup/bundle-start.ts';
import { keptJavaStart } from '#local/startup/java-start.ts';
import { prepareNextStart } from '#local/startup/prepare-next-start.ts';
import { makeDirectory } from '#test/support/git/test-repository.ts';

test('a next start that cannot be prepared fails nothing, and each cause is told in one line', async () => {
  // There are no sources to bundle, and no folder to keep classes in.
  const root = makeDirectory();
  mkdirSync(join(root, 'build'));
  writeFileSync(join(root, 'build/classes'), 'a file');
  const lines: string[] = [];
  await prepareNextStart(root, join(root, 'build/start'), (line) => void lines.push(line));
  const causes = [
    /^The next start takes longer, because its bundle could not be stored: .*$/,
    // Without Java there are no classes to keep.
    ...(javaFile() === undefined
      ? []
      : [/^The next start takes longer, because the database's classes could not be stored: .*$/]),
  ];
  expect(lines).toEqual(causes.map((cause) => expect.stringMatching(cause)));
  expect(lines.join('')).not.toContain('\n');
});

test.skipIf(javaFile() === undefined)(
  'a start from a bundle stores the classes of the database',
  async () => {
    const root = join(import.meta.dirname, '../../..');
    mkdirSync(join(root, 'build'), { recursive: true });
    const folder = mkdtempSync(join(root, 'build/bundle-test-'));
    try {
      const bundle = await bundleStart(root, folder);
      const next = pathToFileURL(join(dirname(bundle), 'prepare-next-start.mjs')).href;
      const bundled = (await import(next)) as { prepareNextStart: typeof prepareNextStart };
      const lines: string[] = [];
      const other = makeDirectory();
      await bundled.prepareNextStart(other, join(other, 'build/start'), (line) => void lines.push(line));
      // There are no sources to bundle.
      expect(lines).toEqual([expect.stringContaining('its bundle')]);
      expect(keptJavaStart(other)).toBeDefined();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
