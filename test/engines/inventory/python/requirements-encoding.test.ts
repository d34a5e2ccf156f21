import { expect, test } from 'vitest';
import { inventoryOf, namesOf } from '../inventory-fixtures.ts';

const notesOf = (text: string) =>
  inventoryOf({ 'requirements.txt': text }).notes.flatMap(({ reason }) =>
    reason.includes('encoding that is not read') ? [reason] : [],
  );

test.each([
  '# coding: utf-7',
  '#!/usr/bin/x\n# -*- coding=utf_7 -*-',
  `# coding: ! coding:${' '.repeat(300)}utf-16`,
])('a file that states an encoding in which a comment may hold a requirement is noted: %#', (first) => {
  expect(notesOf(`${first}\nflask==2.3.3\n# note +AAo-jinja2==2.0\n`)).toHaveLength(1);
});

test('so is one in Latin-1 with characters beyond ASCII, of which one ends lines', () => {
  expect(notesOf('# coding: latin-1\nflask==2.3.3 # \u0145jinja2==2.0\n')).toHaveLength(1);
});

test.each([
  '# -*- coding: utf-8 -*-',
  '# coding: ASCII',
  '# coding: latin-1',
  '# coding: cp1252',
  '\n\n# coding: utf-7',
])('a file that means the same in UTF-8 is not: %#', (first) => {
  const text = `${first}\nflask==2.3.3\n`;
  expect(notesOf(text)).toEqual([]);
  expect(namesOf(inventoryOf({ 'requirements.txt': text }))).toEqual(['flask@2.3.3']);
});
