import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorMs } from '#test/support/processor-time.ts';
import {
  beginsWithInstruction,
  readDockerfile,
} from '@scangate/engines/sast/configuration/readers/read-dockerfile';

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
  'echo "${A:-" <<EOF "}"',
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
  ['cat <<EOF', 'EOF\r\r'],
  ['bash << EOF', 'EOF'],
  ['echo "${A:-"b"}" <<EOF', 'EOF'],
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

test.each(["true # <<EOF it's", 'true # <<EOF ${a^^}', 'cat <<"E\'F"', 'cat <<\\EOF'])(
  'where BuildKit may see no heredoc, or another one, the lines are instructions and it is told: %s',
  (command) => {
    const text = `RUN ${command}\nUSER root\nRUN echo \\\nEOF\n`;
    expect(readDockerfile(text).map(({ name, isOpen }) => [name, isOpen])).toEqual([
      ['RUN', true],
      ['USER', undefined],
      ['RUN', undefined],
    ]);
  },
);

test.each(['RUN <<A\n', 'RUN <<A <<B\n', 'RUN <<B <<A <<B\n', "RUN '' \"${a:-\n"])(
  'many heredocs without an end take linear time: %j',
  (line) => {
    const started = processorMs();
    expect(readDockerfile(`${line.repeat(50_000)}B\nA\n`)).not.toEqual([]);
    expect(processorMs() - started).toBeLessThan(10_000);
  },
);

test('two continuation characters at the end of a line are text, and blanks of other kinds are', () => {
  const user = ['USER', 'root'];
  expect(read('RUN echo \\\\\nUSER root\n').at(-1)).toEqual(user);
  expect(read('RUN true # \\\u00A0\nUSER root\n').at(-1)).toEqual(user);
});

test('a keyword may end its line', () => {
  expect(read('FROM\\\n debian\nRUN\\\n curl a | sh\n')).toEqual([
    ['FROM', 'debian'],
    ['RUN', 'curl a | sh'],
  ]);
  expect(beginsWithInstruction('# a\nFROM\\\n debian\n')).toBe(true);
});

test.each([
  'FROM a\n# escape=`\n',
  '# version=1\n# escape=`\n',
  '#\u00A0escape=`\n',
  '# a comment\n# escape=`\n',
  '\n# escape=`\n',
  '# a b=c\n# escape=`\n',
])('only the first lines hold directives: %j', (before) => {
  expect(read(`${before}RUN b \\\n  c\n`).at(-1)).toEqual(['RUN', 'b c']);
});

test('a directive may stand behind others, and blanks before it', () => {
  expect(read(' # escape=`\nRUN b `\n  c\n')).toEqual([['RUN', 'b c']]);
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
