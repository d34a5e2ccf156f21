import { expect, test } from 'vitest';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { tryRules } from '@scangate/engines/custom-rules/try-rules';
import { unitOf } from '#test/engines/source-unit.ts';
import { acmeFlow, acmeSecret, acmeToken } from '#test/support/rules/custom-rules.ts';

const files = unitOf({
  'requirements.txt': '',
  'app.py': 'import acme\nfrom shop.lib import work\nwork(acme.read())\n',
  'shop/requirements.txt': '',
  'shop/lib.py': `import acme\n\ndef work(text):\n    acme.run(text)\n\nKEY = "${acmeSecret}"\n`,
});

const placesOf = async (unitPaths: readonly string[], scanTypes: readonly ScanType[]) => {
  const rules = [acmeToken, acmeFlow];
  const { findings } = await tryRules(files, { rules, lineKey: 'key', unitPaths, scanTypes });
  return findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
};

test('rules are tried unit by unit, like a scan, so that no flow goes from one into another', async () => {
  expect(await placesOf(['', 'shop'], ['secrets', 'sast'])).toEqual(['custom/acme-token shop/lib.py:6']);
});

test('files that the scan did not read are left out', async () => {
  expect(await placesOf([''], ['secrets', 'sast'])).toEqual([]);
  expect(await placesOf(['', 'shop'], ['sast'])).toEqual([]);
});
