import { describe, expect, test } from 'vitest';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { loadEngine } from '@scangate/engines/engines';
import { loadSourceEngine } from '@scangate/engines/source-engines';
import { assertFindsCanary } from '@scangate/engines/assert-finds-canary';
import { scanUnit } from './scan-unit.ts';
import { component, engineInput, indexOf, inventory, osvRecord } from './sca/advisory-fixtures.ts';

const matching: ScanType[] = ['sca', 'license', 'dependency-advisor', 'secrets', 'sast'];
const none = { entries: [], read: () => Buffer.from('') };
const input = () =>
  engineInput(inventory([component()]), indexOf(osvRecord(), osvRecord({ ecosystem: 'PyPI' })));
const engines = await Promise.all([
  ...(['sca', 'license', 'dependency-advisor'] as const).map(loadEngine),
  ...(['secrets', 'sast'] as const).map((type) => loadSourceEngine(type, none)),
]);

describe.each(engines)('the $scanType engine', (engine) => {
  const { scanType } = engine;
  const run = (given: ReturnType<typeof input>) => engine.run(given);

  test('finds its canary', () => {
    expect(assertFindsCanary({ scanType, run }, input())).toBe(true);
  });

  test('fails when it finds nothing', () => {
    expect(() => assertFindsCanary({ scanType, run: () => ({ findings: [] }) }, input())).toThrow(
      `the ${scanType} engine did not find its canary`,
    );
  });
});

test('a single ecosystem without findings is detected', async () => {
  const sca = await loadEngine('sca');
  const incomplete: typeof sca = {
    ...sca,
    run: (given) => {
      const { findings, coverage } = sca.run(given);
      return { findings: findings.slice(1), coverage };
    },
  };
  expect(() => assertFindsCanary(incomplete, input())).toThrow('canary');
});

test('a rare language has its canary if a unit has files of it', async () => {
  const entries = ['a.cs', 'b.rs'].map((path) => ({ path, sizeBytes: 1 }));
  const given = { ...input(), files: { entries, read: () => Buffer.from('') } };
  const { scanType, run } = await loadSourceEngine('sast', given.files);
  const missing = (ending: string) => (of: typeof given) => ({
    findings: run(of).findings.filter(({ file }) => !file.endsWith(ending)),
  });
  expect(assertFindsCanary({ scanType, run: missing('.none') }, given)).toBe(true);
  for (const ending of ['.cs', '.rs'])
    expect(() => assertFindsCanary({ scanType, run: missing(ending) }, given)).toThrow('canary');
  expect(assertFindsCanary({ scanType, run: missing('.cs') }, input())).toBe(true);
});

test('each kind of configuration has its canary if a unit has files of it', async () => {
  const texts: Record<string, [text: string, canary: string]> = {
    'action.yml': ['', 'canary/action.yml'],
    'a/Dockerfile': ['', 'canary.dockerfile'],
    '.gitlab-ci.yml': ['', 'canary/.gitlab-ci.yml'],
    'main.tf': ['', 'canary.tf'],
    'stack.json': ['{"Resources": {"A": {"Type": "AWS::SNS::Topic"}}}', 'canary.template'],
    'web.yaml': ['apiVersion: v1\nkind: Service\n', 'canary.yaml'],
  };
  for (const [path, [text, canary]] of Object.entries(texts)) {
    const files = { entries: [{ path, sizeBytes: text.length }], read: () => Buffer.from(text) };
    const given = { ...input(), files };
    const { scanType, run } = await loadSourceEngine('sast', files);
    const blind = (of: typeof given) => ({
      findings: run(of).findings.filter(({ file }) => file !== canary),
    });
    expect(assertFindsCanary({ scanType, run }, given)).toBe(true);
    expect(() => assertFindsCanary({ scanType, run: blind }, given)).toThrow('canary');
    expect(assertFindsCanary({ scanType, run: blind }, input())).toBe(true);
  }
});

test('an engine that matches nothing has no canary, nor does a scan without advisories', async () => {
  expect(assertFindsCanary(await loadEngine('sbom'), input())).toBe(false);
  expect(assertFindsCanary(await loadEngine('sca'), engineInput(inventory([]), indexOf()))).toBe(false);
});

test('the coverage of each matching engine states the canary, and findings do not contain it', async () => {
  const scanTypes: ScanType[] = ['sbom', ...matching];
  const request = { projectUnitId: 'u', scanTypes, fullScope: true, skipped: [] };
  const { findings, result } = await scanUnit(request, input());
  expect(result.coverage.map(({ scanType, canary }) => [scanType, canary])).toEqual(
    scanTypes.map((type) => [type, type === 'sbom' ? undefined : 'found']),
  );
  expect(JSON.stringify(findings)).not.toMatch(/canary/i);
});
