import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allResources, ofType, synthesize } from './synthesized.ts';

const emitters = ['lib/runtime/log.ts'];
const sources = globSync('{functions,lib/{adapters,app,contract,domain,engines,git,ports,runtime}}/**/*.ts')
  .filter((file) => !emitters.includes(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Every place in the code of the functions that emits a metric, with the line before it. */
const emissions = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/(?<before>[^\n]*)\n[^\n]*(?:\.metric\(\s*|\bMetrics: \[\{ Name: )(?<name>[^,)]*)/g)].map(
    ({ groups }) => ({ file, name: groups?.['name'] ?? '', before: groups?.['before'] ?? '' }),
  ),
);
const nameIn = (argument: string): string | undefined => /^'(\w+)'$/.exec(argument)?.[1];
const emitted = new Set(emissions.map(({ name }) => nameIn(name) ?? '?'));

const resources = allResources(synthesize());

/** The names of the metrics of the service that a part of an alarm reads. */
const metricsIn = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  const { Namespace, MetricName } = part as { Namespace?: unknown; MetricName?: unknown };
  if (Namespace === 'Scangate') return [String(MetricName)];
  return Object.values(part).flatMap(metricsIn);
};
const alarms = new Map(
  ofType(resources, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => [
    String(Properties['AlarmName']).replace(/^scangate-/, ''),
    metricsIn(Properties),
  ]),
);
const countedInLogs = new Set(
  ofType(resources, 'AWS::Logs::MetricFilter').flatMap(([, { Properties }]) =>
    (Properties['MetricTransformations'] as { MetricName: string }[]).map(({ MetricName }) => MetricName),
  ),
);

const page = readFileSync('docs/runbook/operating.md', 'utf8');
const [, section = ''] = page.split('\n## Metrics\n');
const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` +\| .+ \| (.+?) +\|$/gm)].map(
  ([, metric = '', told = '']) => ({ metric, told }),
);
const linked = (told: string): string | undefined => /^\[([\w-]+)\]\(alarms\.md#\1\)$/.exec(told)?.[1];

describe('the metrics of the functions', () => {
  test('are emitted by names that are written there', () => {
    expect(emissions.length).toBeGreaterThan(15);
    expect(emissions.filter(({ name }) => nameIn(name) === undefined)).toEqual([]);
  });

  test('are all in the runbook, and no others', () => {
    expect(rows.map(({ metric }) => metric)).toEqual([...emitted].toSorted());
  });

  test.each(rows)(
    'include $metric, which an alarm reads, or which has none for a reason',
    ({ metric, told }) => {
      const alarm = linked(told);
      const readers = [...alarms].filter(([, metrics]) => metrics.includes(metric)).map(([name]) => name);
      expect(readers).toEqual(alarm === undefined ? [] : [alarm]);
      if (alarm !== undefined) return;
      expect(told).toMatch(/^none: .{20,}/);
      for (const [, other = ''] of told.matchAll(/`([^`]+)`/g)) expect([...alarms.keys()]).toContain(other);
    },
  );

  test.each(rows.filter(({ told }) => told.includes('is an error line')))(
    'include $metric, of which each is an error line that its function’s alarm counts',
    ({ metric, told }) => {
      const [, alarm = ''] = /`([\w-]+-errors)`/.exec(told) ?? [];
      expect(alarms.get(alarm)?.some((name) => countedInLogs.has(name))).toBe(true);
      for (const { before } of emissions.filter(({ name }) => nameIn(name) === metric))
        expect(before).toMatch(/^\s+log\.error\('/);
    },
  );

  test('are all that the alarms read, beside what is counted in logs', () => {
    const read = new Set([...alarms.values()].flat());
    expect([...read].filter((name) => !emitted.has(name) && !countedInLogs.has(name))).toEqual([]);
  });
});
