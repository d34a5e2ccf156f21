import * as fc from 'fast-check';
import { expect, test } from 'vitest';
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
