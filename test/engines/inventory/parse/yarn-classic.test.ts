import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSymlText } from '@scangate/engines/inventory/parse/parse-document';
import { parseYarnClassic } from '@scangate/engines/inventory/parse/yarn-classic';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { runs } from '#test/support/runs/samples.ts';

const header = '# yarn lockfile v1\n';

/** Parses by Yarn's grammar alone; undefined for what it refuses. */
const byGrammar = (text: string): [string, unknown][] | undefined => {
  try {
    return Object.entries(parseSymlText(`${header}${text}`, 'Yarn lockfile'));
  } catch {
    return undefined;
  }
};

const parsed = (text: string): [string, unknown][] | undefined => {
  try {
    return [...parseYarnClassic(text)];
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
};

const oneOf = (...texts: string[]) => fc.constantFrom(...texts);
const pattern = oneOf(
  'a@1',
  'a@^1.0.0',
  '"@s/b@^2"',
  '"c@1 || 2"',
  '"d@npm:e@1"',
  'a@1',
  '"a@1, b@2"',
  '7@1',
  '"x"',
  'f',
);
const head = fc.array(pattern, { minLength: 1, maxLength: 3 }).map((all) => `${all.join(', ')}:\n`);
const value = oneOf(
  '"1.0.0"',
  '1.0.0',
  'sha512-aB+/=',
  '"null"',
  'null',
  'nullish',
  'true',
  '""',
  '"a\\"b"',
  'a b',
  '"é"',
  'a#b',
  "it's",
);
const name = oneOf(
  'a',
  '"@s/b"',
  'version',
  '"c"',
  '1',
  '0',
  'constructor',
  '"__proto__"',
  '__proto__',
  '-x',
  'a.b',
  'true',
);
const key = oneOf('version', 'resolved', 'integrity', 'optional', 'version');
const inner = fc.tuple(name, value, oneOf(' ', '  ', ': ')).map(([a, b, gap]) => `    ${a}${gap}${b}\n`);
const line = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(key, value).map(([a, b]) => `  ${a} ${b}\n`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(oneOf('dependencies', 'optionalDependencies'), fc.array(inner, { maxLength: 3 }))
      .map(([group, lines]) => `  ${group}:\n${lines.join('')}`),
  },
  {
    weight: 1,
    arbitrary: oneOf(
      '  # more\n',
      '\n',
      '  x: y\n',
      '   z "1"\n',
      '  w "1" \n',
      '    v "1"\r\n',
      '# c\n',
      '#\n',
    ),
  },
);
const entry = fc
  .tuple(head, fc.array(line, { maxLength: 4 }), oneOf('\n', '', '\n\n'))
  .map(([first, lines, end]) => `${first}${lines.join('')}${end}`);
const file = fc.array(entry, { maxLength: 4 }).map((all) => all.join(''));

describe('a lockfile of Yarn 1', () => {
  test('is parsed as by the grammar, in any notation', () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(parsed(text)).toEqual(byGrammar(text));
      }),
      { numRuns: runs(1_500) },
    );
  });

  test('is refused if damaged and the grammar refuses it', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(127), (text, at, unit) => {
        const place = at % (text.length + 1);
        const damaged = text.slice(0, place) + String.fromCharCode(unit) + text.slice(place + 1);
        expect(parsed(damaged)).toEqual(byGrammar(damaged));
        expect(parsed(text.slice(0, place))).toEqual(byGrammar(text.slice(0, place)));
      }),
      { numRuns: runs(1_500) },
    );
  });

  test('has one object for the patterns of an entry', () => {
    const read = parseYarnClassic('a@1, "@s/b@^2":\n  version "1.0.0"\n');
    expect(read.get('a@1')).toBe(read.get('@s/b@^2'));
  });
});
