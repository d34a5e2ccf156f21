import { expect, test } from 'vitest';
import { requirementLines } from '@scangate/engines/inventory/python/requirements-lines';

test('hashes on lines of their own are those of their pin, and are part of the text before another option', () => {
  const hash = `--hash=sha256:${'a'.repeat(64)}`;
  const [pinned] = requirementLines(`foo==1.0 \\\n    ${hash}\n`);
  expect(pinned?.text).toBe('foo==1.0');
  expect(pinned?.hashes).toHaveLength(1);
  const [other] = requirementLines(`foo==1.0 \\\n ${hash} \\\n -x \\\n ${hash}\n`);
  expect(other?.hashes).toEqual([]);
  expect(other?.text.split(/\s+/)).toEqual(['foo==1.0', hash, '-x', hash]);
});

test('a word that goes on in the next line is one word, as for pip', () => {
  expect(requirementLines('-r be\\\nnign.txt\n').map(({ text }) => text)).toEqual(['-r benign.txt']);
  expect(requirementLines('safe==1\\\n.0\n').map(({ text }) => text)).toEqual(['safe==1.0']);
});

test('a requirement that continues over 300,000 lines is read in one pass', () => {
  const [line, ...others] = requirementLines(`foo==1.0 \\\n${' \\\n'.repeat(300_000)}-x\n`);
  expect(others).toEqual([]);
  expect(line?.text).toMatch(/^foo==1\.0 /);
  expect(line?.text).toMatch(/-x$/);
});

test.each(['\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'])(
  'a line ends at %j, as for pip',
  (end) => {
    const text = `flask==2.3.3  # web${end}jinja2==2.0\n# ${end}-r other.txt\n`;
    expect(requirementLines(text).map((line) => line.text)).toEqual([
      'flask==2.3.3',
      'jinja2==2.0',
      '-r other.txt',
    ]);
  },
);

test.each([
  ['a marker', 'safe==1.0 ; python_version > "3" \\'],
  ['a hash', `safe==1.0 --hash=sha256:${'a'.repeat(64)} \\`],
  ['a hash on its own line', `safe==1.0 \\\n    --hash=sha256:${'a'.repeat(64)} \\`],
])('a comment ends the line that goes on after %s, as for pip', (_, start) => {
  for (const comment of ['# x', '   # x \\'])
    expect(
      requirementLines(`${start}\n${comment}\nvulnerable==1.0\n`).map(({ text }) => text.slice(0, 10)),
    ).toEqual(['safe==1.0', 'vulnerable'].map((text) => expect.stringContaining(text) as string));
});
