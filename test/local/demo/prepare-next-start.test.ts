import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { javaFile } from '@scangate/emulator-aws/dynamodb/class-archive';
import { prepareNextStart } from '#local/demo/prepare-next-start.ts';
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
