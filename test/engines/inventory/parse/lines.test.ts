import { expect, test } from 'vitest';
import { LineCursor, linesOf } from '@scangate/engines/inventory/parse/lines';

const linesTaken = (text: string): string[] => {
  const taken: string[] = [];
  for (const lines = new LineCursor(text); !lines.isAtEnd;) taken.push(lines.take());
  return taken;
};

test.each(['', 'a', '\n', 'a\n', 'a\nb', '\na\n\nb\n', 'a\r\nb\r\n', 'a\rb\r\r\n\n', '\r', 'a\n\r\nb'])(
  'the lines of %j are taken as they are divided',
  (text) => {
    expect(linesTaken(text)).toEqual(linesOf(text));
  },
);

test('what is matched is taken in whole, and can be put back', () => {
  const lines = new LineCursor('a\nb\nc\n');
  const pair = /(\w)\n(\w)\n/y;
  const found = lines.match(pair);
  expect(found?.slice(1)).toEqual(['a', 'b']);
  expect(lines.rest).toBe('c\n');
  expect(lines.match(pair)).toBeNull();
  lines.putBack(found!);
  expect(lines.take()).toBe('a');
});
