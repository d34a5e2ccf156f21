import { expect, test } from 'vitest';
import { commandLines } from '#contract/openapi/command-lines.ts';
import { endpoints } from '#functions/api/index.ts';
import { parseCommandLine } from '@scangate/cli/arguments/parse-arguments';
import { commands } from '@scangate/cli/commands/index';

/** Splits a line as a shell does that knows single quotes. */
const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

test.each(Object.entries(commandLines))('%s is done by an existing command: %s', (operation, line) => {
  const [program, ...args] = words(line);
  expect(program).toBe('scangate');
  expect(endpoints.map(({ name }) => name)).toContain(operation);
  expect(parseCommandLine(args, commands)).toMatchObject({ kind: 'run' });
});
