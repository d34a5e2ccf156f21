import { expect, test } from 'vitest';
import {
  reportFileName,
  reportMediaTypes,
  reportNames,
  sbomNames,
} from '@scangate/domain/reports/report-names';
import { reportFormats } from '@scangate/domain/reports/report-formats';

const commitHash = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';

test.each([
  ['acme/shop', 'acme-shop-a1b2c3d4e5f6-findings.sarif'],
  ['../../etc/passwd', 'etc-passwd-a1b2c3d4e5f6-findings.sarif'],
  ['a"; filename="evil.exe', 'a-filename-evil-exe-a1b2c3d4e5f6-findings.sarif'],
  ['a\r\nSet-Cookie: x/y', 'a-Set-Cookie-x-y-a1b2c3d4e5f6-findings.sarif'],
  ['日本/\u202e\u{1F600}', 'scan-a1b2c3d4e5f6-findings.sarif'],
  ['CON', 'CON-a1b2c3d4e5f6-findings.sarif'],
  ['.-_', 'scan-a1b2c3d4e5f6-findings.sarif'],
])('the file of %j has a name that every file system and header accepts', (fullName, expected) => {
  expect(reportFileName('sarif', { fullName, commitHash })).toBe(expected);
});

test('a long name is cut, and each document has its own extension', () => {
  const names = [...reportNames, ...sbomNames].map((name) =>
    reportFileName(name, { fullName: `a/${'b'.repeat(300)}`, commitHash }),
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9.-]{1,150}$/);
});

test('every name is that of a report', () => {
  expect(Object.keys(reportFormats)).toEqual(expect.arrayContaining(Object.values(reportMediaTypes)));
});
