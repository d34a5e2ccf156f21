import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '@scangate/cli/commands/index';
import { parseCommandLine } from '@scangate/cli/arguments/parse-arguments';
import { runWith, scanId, unitId, vulnerability } from '#test/support/cli/stored-world.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/clients/command-line.md'), 'utf8');
const section = page.slice(page.indexOf('## After a scan'), page.indexOf('## Address and credential'));
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(section)?.[1] ?? '';

test('every line of the section is a command with flags that exist', () => {
  const lines = block('sh').trim().split('\n');
  expect(lines.length).toBeGreaterThan(7);
  for (const line of lines) {
    const words = [
      ...line.replace(/ +#.*| >.*$/g, (cut) => (cut.includes('"') ? cut : '')).matchAll(/"([^"]*)"|(\S+)/g),
    ];
    const args = words.slice(1).map(([, quoted, plain = '']) => quoted ?? plain);
    expect(parseCommandLine(args, commands)).toMatchObject({ kind: 'run' });
  }
});

const finding = vulnerability('5f0c6f3a');
const severity = {
  severity: 'critical',
  countsAs: 'critical',
  source: 'cvss',
  detail: 'It states CVSS 9.8.',
};
const change = {
  projectUnitId: unitId,
  action: 'upgrade',
  packageName: 'minimist',
  version: '1.2.5',
  file: 'package-lock.json',
  upgradeTo: '1.2.6',
  via: ['mkdirp@0.5.5'],
  clears: ['GHSA-xvch-5gv4-984h'],
};
const explanation = {
  scanId,
  verdict: 'FAIL',
  reason: 'critical_vulnerabilities_found',
  reasons: [
    {
      reason: 'critical_vulnerabilities_found',
      severityThreshold: 'critical',
      total: 1,
      findings: [{ finding, severity, couldSuppress: [] }],
    },
  ],
  suppressed: { total: 0, findings: [] },
  smallestChange: {
    text: 'The scan passes after 1 upgrade.',
    changes: [change],
    remains: { total: 0, findings: [] },
  },
  judgments: [],
};

test('explain prints what the page shows', async () => {
  const answers = { [`GET /v1/scans/${scanId}/explanation`]: { json: explanation } };
  expect((await runWith(['explain', scanId], answers)).out).toBe(block('text'));
});
