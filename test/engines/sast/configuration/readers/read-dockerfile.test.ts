import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorMs } from '#test/support/processor-time.ts';
import { readDockerfile } from '@scangate/engines/sast/configuration/readers/read-dockerfile';

const read = (text: string) =>
  readDockerfile(text).map(({ name, args }) => [name, args.trim().replaceAll(/\s+/g, ' ')]);

test('an instruction continues over continued lines, comments and blank lines in it', () => {
  expect(read('FROM a\nRUN one && \\\n  # a comment\n\n  two\r\nUSER b\n')).toEqual([
    ['FROM', 'a'],
    ['RUN', 'one && two'],
    ['USER', 'b'],
  ]);
});

test('the directive chooses the continuation character', () => {
  expect(read('# escape=`\nFROM a\nRUN b `\n  c:\\\nUSER d\n')).toEqual([
    ['FROM', 'a'],
    ['RUN', 'b c:\\'],
    ['USER', 'd'],
  ]);
});

test('heredoc lines belong to their instruction, and are not instructions themselves', () => {
  expect(read('RUN <<EOF cat\nUSER root\nEOF\nCOPY <<"A" <<B /x/\n1\nA\n2\nB\nUSER b\n')).toEqual([
    ['RUN', '<<EOF cat USER root EOF'],
    ['COPY', '<<"A" <<B /x/ 1 A 2 B'],
    ['USER', 'b'],
  ]);
});

test.each([
  'echo "x <<EOF"',
  "echo 'x <<EOF'",
  'cat <<<abc',
  'echo $((1<<A)) a<<EOF',
  'echo ${A:- <<EOF}',
  'echo \\ \\<<EOF',
])('what is no word of its own begins no heredoc: %s', (command) => {
  expect(read(`RUN ${command}\nUSER a\n`)).toEqual([
    ['RUN', command],
    ['USER', 'a'],
  ]);
});

test.each([
  ['cat <<-E.O-F', '\tE.O-F'],
  ['cat 3<<"a b" <<\'c\'', 'a b\r\nc\r'],
  ['cat <<EOF', ' EOF\nEOF x\nEOF'],
])('a heredoc ends where it ends for Docker: %s', (command, end) => {
  expect(read(`RUN ${command}\nUSER root\n${end}\nUSER a\n`)).toMatchObject([
    ['RUN', expect.stringContaining('USER root')],
    ['USER', 'a'],
  ]);
});

test('lines after a heredoc without an end are instructions', () => {
  const text = 'FROM a\nRUN <<A <<B\nA\nUSER root\n';
  expect(read(text)).toEqual([
    ['FROM', 'a'],
    ['RUN', '<<A <<B'],
    ['A', ''],
    ['USER', 'root'],
  ]);
  expect(readDockerfile(text).map(({ isOpen }) => isOpen)).toEqual([undefined, true, undefined, undefined]);
});

test('many heredocs without an end take linear time', () => {
  const started = processorMs();
  expect(readDockerfile('RUN <<A\n'.repeat(50_000))).toHaveLength(50_000);
  expect(processorMs() - started).toBeLessThan(10_000);
});

test.each(['FROM a\n# escape=`\n', '# a comment\n# escape=`\n', '\n# escape=`\n', '# a b=c\n# escape=`\n'])(
  'only the first lines hold directives: %j',
  (before) => {
    expect(read(`${before}RUN b \\\n  c\n`).at(-1)).toEqual(['RUN', 'b c']);
  },
);

test('a directive may stand behind others', () => {
  expect(read('# syntax = docker/dockerfile:1\n# Escape = `\nRUN b `\n  c\n')).toEqual([['RUN', 'b c']]);
});

test('keywords are read in any case, ONBUILD is skipped, comments and other lines are not instructions', () => {
  expect(read('from a\nonbuild run b\n# RUN c\n  USER d\n{{ e }}\n')).toEqual([
    ['FROM', 'a'],
    ['RUN', 'b'],
    ['USER', 'd'],
  ]);
});

test('arguments have the offsets of the text', () => {
  const text = 'FROM a\nRUN one \\\n  two\n';
  const { args, argsStart } = readDockerfile(text)[1]!;
  expect(text.slice(argsStart + args.indexOf('two'))).toBe('two\n');
});

test('any text is read', () => {
  const piece = fc.constantFrom(
    'FROM ',
    'RUN ',
    '<<E',
    '\nE\n',
    '\\\n',
    '\n',
    '#',
    ' ',
    'a',
    '`',
    "'",
    '\u0000',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
      const text = pieces.join('');
      for (const { start, end } of readDockerfile(text)) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});
