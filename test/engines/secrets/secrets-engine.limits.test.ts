import { describe, expect, test } from 'vitest';
import { base62, base64, fake } from '@scangate/engines/secrets/rule-example';
import { isNightly } from '#test/support/runs/samples.ts';
import { processorMs } from '#test/support/processor-time.ts';
import { scanSecrets, secretsIn, unitOf } from './scan-secrets.ts';

const stripeKey = (seed = 1): string => `sk_live_${fake(base62, 24, seed)}`;

describe('limits', () => {
  test('of more than 100 findings in a file the first 100 are kept, and coverage says so', () => {
    const lines = Array.from({ length: 150 }, (_, i) => `A${i}=${stripeKey(i + 1)}`).join('\n');
    const { findings, coverage } = scanSecrets(unitOf({ 'a.env': lines }));
    expect(findings).toHaveLength(100);
    expect(coverage).toMatchObject({ status: 'partial', gaps: [{ file: 'a.env' }] });
  });

  test('suppressed findings never crowd out those that count', () => {
    const line = (i: number): string => `A${i}=${stripeKey(i + 1)}`;
    const allowed = Array.from({ length: 150 }, (_, i) => `${line(i)} # scangate:allow stripe-key sample`);
    const found = secretsIn({ 'a.env': [...allowed, line(200)].join('\n') });
    expect(found).toHaveLength(100);
    expect(found.filter(({ suppressed }) => !suppressed)).toMatchObject([{ line: 151 }]);
  });

  test('of more than 10,000 findings the most severe are kept, and no file is left out', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `A${i}=${stripeKey(i + 1)}`).join('\n');
    const unit = Object.fromEntries(
      Array.from({ length: 105 }, (_, i) => [`test/f${String(i).padStart(3, '0')}.env`, lines]),
    );
    const pem = ['-----BEGIN RSA PRIVATE', ` KEY-----\n${fake(base64, 64)}\n${fake(base64, 64, 2)}\n`].join(
      '',
    );
    const { findings, coverage } = scanSecrets(unitOf({ ...unit, 'z/key.pem': pem }));
    expect(findings).toHaveLength(10_001);
    expect(findings.at(-1)).toMatchObject({ file: 'z/key.pem', severity: 'critical' });
    expect(coverage).toMatchObject({ status: 'partial', assessed: 106 });
  });

  test('a file of any size is searched in windows, with its own lines and columns', () => {
    const line = `${'x'.repeat(99)}\n`;
    const text = `${line.repeat(120_000)}A=${stripeKey()}\n${line.repeat(30_000)}B=${stripeKey(2)}`;
    expect(text.length).toBeGreaterThan(14 * 1024 * 1024);
    const { findings, coverage } = scanSecrets(unitOf({ 'dump.sql': text }));
    expect(findings).toMatchObject([
      { line: 120_001, column: 3, endLine: 120_001 },
      { line: 150_002, column: 3 },
    ]);
    expect(coverage).toMatchObject({ status: 'assessed', assessed: 1, gaps: [] });
  });

  test('a secret across the border of two windows is found once', () => {
    const size = 1024 * 1024;
    for (const start of [size - 70_000, size - 65_536, size - 40_000, size - 10, size]) {
      const text = `${'x\n'.repeat(start / 2)}A=${stripeKey()}\n${'x\n'.repeat(size)}`;
      const { findings } = scanSecrets(unitOf({ 'a.txt': text }));
      expect(findings).toMatchObject([{ line: Math.floor(start / 2) + 1, column: 3 }]);
    }
  });

  test('equal secrets in several windows are separate findings', () => {
    const filler = 'x\n'.repeat(1024 * 1024);
    const text = `A=${stripeKey()}\n${filler}A=${stripeKey()}\n`;
    const { findings } = scanSecrets(unitOf({ 'a.txt': text }));
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  });

  test('a line of 10 MB is searched in bounded time', () => {
    const line = `${'token="'.repeat(140_000)} apiSecret="${fake(base62, 40)}" ${stripeKey()} `;
    const started = processorMs();
    const text = line.padEnd(10 * 1024 * 1024, 'not much = ');
    const { findings } = scanSecrets(unitOf({ 'a.txt': text }));
    expect(processorMs() - started).toBeLessThan(10_000);
    expect(findings).toMatchObject([
      { rule: 'generic-secret', line: 1, column: 140_000 * 7 + 13 },
      { rule: 'stripe-key', line: 1 },
    ]);
  });

  test('a file of nothing but secrets is searched in bounded time', () => {
    // A file is searched in windows of 1 MB, so that each of them may take the same time. Each night there are eleven.
    const megabytes = isNightly ? 11 : 3;
    const started = processorMs();
    const text = Buffer.alloc(megabytes * 1024 * 1024, `KEY=${stripeKey()}\n`);
    const { findings, coverage } = scanSecrets(unitOf({ 'a.env': text }));
    expect(processorMs() - started).toBeLessThan(megabytes * 2250);
    expect([findings.length, coverage.status]).toEqual([100, 'partial']);
  });
});
