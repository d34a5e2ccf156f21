import { expect, test } from 'vitest';
import { reportNames, sbomNames } from '@scangate/domain/reports/report-names';
import { documentLinks, reportLinks } from '@scangate/console/routes/scan/evidence/downloads.ts';

const formatsOf = (links: readonly { href: string }[]): string[] =>
  links.flatMap(({ href }) => new URL(href, 'https://scangate.example').searchParams.get('format') ?? []);

test('every link names a format that the service has', () => {
  for (const format of formatsOf(reportLinks('id'))) expect(reportNames).toContain(format);
  expect(formatsOf(documentLinks('id'))).toEqual(sbomNames);
});

test('an id is one segment of the path and never more', () => {
  for (const { href } of [...reportLinks('a/../b?'), ...documentLinks('a/../b?')])
    expect(href).toContain('/v1/scans/a%2F..%2Fb%3F/');
});
