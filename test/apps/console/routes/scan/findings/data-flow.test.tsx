import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DataFlow } from '@scangate/console/routes/scan/findings/data-flow.tsx';
import type { CodePlace, FindingOf } from '@scangate/console/routes/scan/scan-data.ts';

const place: CodePlace = {
  commitHash: '07f983dc5443e30e4745f718715c62279ebb491d',
  host: { provider: 'gitlab', url: 'https://gitlab.com/o/r' },
  unitPaths: new Map([['u', 'api']]),
};

const finding: FindingOf<'code'> = {
  kind: 'code',
  projectUnitId: 'u',
  fingerprint: '0'.repeat(32),
  severity: 'high',
  title: 'SQL injection',
  rule: 'js-sql-injection',
  cwe: 'CWE-89',
  message: 'Untrusted text in a query.',
  file: 'src/db.js',
  line: 9,
  column: 3,
  flow: [
    { file: 'src/route.js', line: 4, column: 1, message: 'comes from `req.query`' },
    { line: 9, column: 3, message: 'reaches <b>query</b>()' },
  ],
};

test('the steps are numbered, each with its file and line at the scanned commit', () => {
  const { container } = render(<DataFlow finding={finding} place={place} />);
  const steps = [...container.querySelectorAll('ol > li')].map((step) => step.textContent);
  expect(steps).toHaveLength(2);
  expect(steps[1]).toContain('reaches <b>query</b>()');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `https://gitlab.com/o/r/-/blob/${place.commitHash}/api/src/route.js#L4`,
    `https://gitlab.com/o/r/-/blob/${place.commitHash}/api/src/db.js#L9`,
  ]);
});

test('a pattern without a data flow has no steps', () => {
  const { flow: _flow, ...pattern } = finding;
  const { container } = render(<DataFlow finding={pattern} place={place} />);
  expect(container.textContent).toBe('');
});
