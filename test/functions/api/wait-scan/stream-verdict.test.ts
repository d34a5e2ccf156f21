import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { streamEvents, streamJson } from '#functions/api/wait-scan/stream-verdict.ts';
import type { WatchOptions } from '#app/scans/waiting/poll-scan.ts';
import { verdictPayload } from '#contract/schemas/verdict/verdict-payload.ts';
import type { Scan, ScanStatus } from '@scangate/domain/records';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { virtualClock } from '#test/support/local/virtual-clock.ts';
import { noon, testIds } from '#test/support/world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';

const silenceMs = 20_000;

const running: Scan = {
  organizationId: testIds.uuid(),
  scanId: testIds.uuid(),
  repositoryId: testIds.uuid(),
  commitHash: 'a'.repeat(40),
  status: 'running',
  scanTypes: ['sca'],
  fullScope: false,
  skippedScanTypes: [],
  sourceTrigger: 'api',
  personId: testIds.uuid(),
  billingAccountId: testIds.uuid(),
  units: ['', 'web'].map((path) => ({
    projectUnitId: testIds.uuid(),
    path,
    type: 'npm',
    status: 'running',
    charge: { core: 1 },
  })),
  unitsVersion: 0,
  chargedPeriods: {},
  ...policyFields(defaultPolicy),
  createdAt: noon.toISOString(),
};
const withUnits = (scan: Scan, ...statuses: ScanStatus[]): Scan => ({
  ...scan,
  units: scan.units.map((unit, index) => ({ ...unit, status: statuses[index] ?? unit.status })),
});
const completed: Scan = {
  ...withUnits(running, 'completed', 'completed'),
  status: 'completed',
  verdict: assembleVerdict(running, [], { policy: defaultPolicy, judgedAt: noon.toISOString() }),
};

interface Script {
  timeoutSeconds: number;
  intervalSeconds: number;
  /** The scan as it is at this time. */
  at: (elapsedMs: number) => Scan | undefined;
  /** The duration of the n-th read; Infinity is never answered. */
  readMs?: (read: number) => number;
  fails?: (read: number) => boolean;
}

/** Runs a wait on a virtual clock. @returns every chunk with its time, and when the wait ended. */
const runWait = async (script: Script, write: typeof streamJson, first = running) => {
  const clock = virtualClock();
  let reads = 0;
  const watch: WatchOptions = {
    load: async () => {
      const read = reads++;
      const takes = script.readMs?.(read) ?? 0;
      if (takes === Infinity) await new Promise(() => undefined);
      if (takes > 0) await clock.sleep(takes);
      if (script.fails?.(read)) throw new Error('the database is away');
      return script.at(clock.elapsedMs());
    },
    timeoutMs: script.timeoutSeconds * 1000,
    intervalMs: script.intervalSeconds * 1000,
    sleep: clock.sleep,
    elapsedMs: clock.elapsedMs,
  };
  const chunks: [atMs: number, text: string][] = [];
  await clock.run(
    (async () => {
      for await (const text of write(first, watch)) chunks.push([clock.elapsedMs(), text]);
    })(),
  );
  return { chunks, text: chunks.map(([, text]) => text).join(''), endedMs: clock.elapsedMs(), reads };
};

const never = () => running;
const after = (readyMs: number) => (elapsedMs: number) => (elapsedMs >= readyMs ? completed : running);
const longestSilence = (chunks: [number, string][]): number =>
  Math.max(...chunks.map(([at], index) => at - (chunks[index - 1]?.[0] ?? 0)));

describe('the JSON answer', () => {
  test('of an ended scan comes immediately, without another read', async () => {
    const { text, endedMs, reads } = await runWait(
      { timeoutSeconds: 300, intervalSeconds: 5, at: never },
      streamJson,
      completed,
    );
    expect([endedMs, reads]).toEqual([0, 0]);
    expect(JSON.parse(text)).toMatchObject({
      status: 'completed',
      verdict: 'PASS',
      reason: 'no_issues_found',
    });
    expect(text).toMatch(/^\{.*\}$/);
  });

  test('has the verdict with the first read after it was given', async () => {
    const { endedMs, text } = await runWait(
      { timeoutSeconds: 300, intervalSeconds: 10, at: after(31_000) },
      streamJson,
    );
    expect(endedMs).toBe(40_000);
    expect(JSON.parse(text)).toMatchObject({ verdict: 'PASS' });
  });

  test('has a verdict given just before the deadline: the last read is at the deadline', async () => {
    const { endedMs, text } = await runWait(
      { timeoutSeconds: 25, intervalSeconds: 10, at: after(24_999) },
      streamJson,
    );
    expect(endedMs).toBe(25_000);
    expect(JSON.parse(text)).toMatchObject({ verdict: 'PASS' });
  });

  test('has verdict null and the retry time when the time is up', async () => {
    const { endedMs, text } = await runWait(
      { timeoutSeconds: 60, intervalSeconds: 7, at: never },
      streamJson,
    );
    expect(endedMs).toBe(60_000);
    const payload = JSON.parse(text) as Record<string, unknown>;
    expect(Object.hasOwn(payload, 'verdict')).toBe(true);
    expect(payload).toMatchObject({
      scanId: running.scanId,
      status: 'running',
      verdict: null,
      reason: 'wait_timeout',
      summary: { severityThreshold: 'critical' },
      retryAfter: 7,
    });
  });

  test('comes with the next successful read after reads that fail, hang or find nothing', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const failing = await runWait(
      { timeoutSeconds: 60, intervalSeconds: 5, at: after(0), fails: (read) => read < 3 },
      streamJson,
    );
    expect([failing.endedMs, JSON.parse(failing.text)]).toMatchObject([20_000, { verdict: 'PASS' }]);
    const gone = await runWait({ timeoutSeconds: 20, intervalSeconds: 5, at: () => undefined }, streamJson);
    expect(JSON.parse(gone.text)).toMatchObject({ verdict: null, status: 'running' });
    const hanging = await runWait(
      { timeoutSeconds: 60, intervalSeconds: 5, at: after(0), readMs: (read) => (read < 2 ? Infinity : 0) },
      streamJson,
    );
    expect(JSON.parse(hanging.text)).toMatchObject({ verdict: 'PASS' });
    expect(longestSilence(hanging.chunks)).toBeLessThanOrEqual(silenceMs);
  });

  test('ends with JSON even when the clock fails', async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const broken: WatchOptions = {
      load: async () => running,
      timeoutMs: 1000,
      intervalMs: 100,
      sleep: async () => Promise.reject(new Error('no time')),
      elapsedMs: () => 0,
    };
    const chunks = await Array.fromAsync(streamJson(running, broken));
    expect(JSON.parse(chunks.join(''))).toMatchObject({ verdict: null });
  });

  test('is never silent for 20 s: newlines, then exactly one object of the contract', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          timeoutSeconds: fc.integer({ min: 1, max: 600 }),
          intervalSeconds: fc.integer({ min: 1, max: 60 }),
          readyMs: fc.integer({ min: 0, max: 700_000 }),
          readMs: fc.array(fc.constantFrom(0, 10, 900, 4_500, 30_000, Infinity), { minLength: 1 }),
          fails: fc.array(fc.boolean(), { minLength: 1 }),
        }),
        async ({ timeoutSeconds, intervalSeconds, readyMs, readMs, fails }) => {
          const { chunks, text, endedMs } = await runWait(
            {
              timeoutSeconds,
              intervalSeconds,
              at: after(readyMs),
              readMs: (read) => readMs[read % readMs.length] ?? 0,
              fails: (read) => fails[read % fails.length] ?? false,
            },
            streamJson,
          );
          expect(longestSilence(chunks)).toBeLessThanOrEqual(silenceMs);
          expect(text.trimStart()).toMatch(/^\{[^\n]*\}$/);
          expect(verdictPayload.safeParse(JSON.parse(text)).success).toBe(true);
          expect(endedMs).toBeLessThanOrEqual(timeoutSeconds * 1000 + 5_000);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the event stream', () => {
  const eventsOf = (text: string) =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, name, data]) => [
      name,
      JSON.parse(String(data)) as { path?: string; status: string },
    ]);

  test('has each change of a unit once, and the verdict at the end', async () => {
    const at = (elapsedMs: number) => {
      if (elapsedMs < 10_000) return running;
      return elapsedMs < 20_000 ? withUnits(running, 'completed') : completed;
    };
    const { text } = await runWait({ timeoutSeconds: 300, intervalSeconds: 5, at }, streamEvents);
    const events = eventsOf(text);
    expect(events.map(([name, data]) => [name, (data as { status: string }).status])).toEqual([
      ['unit', 'running'],
      ['unit', 'running'],
      ['unit', 'completed'],
      ['unit', 'completed'],
      ['verdict', 'completed'],
    ]);
    expect(events.at(-1)?.[1]).toMatchObject({ verdict: 'PASS' });
  });

  test('is kept open by comments, and ends a timeout with verdict null', async () => {
    const { chunks, text } = await runWait(
      { timeoutSeconds: 100, intervalSeconds: 60, at: never },
      streamEvents,
    );
    expect(longestSilence(chunks)).toBeLessThanOrEqual(silenceMs);
    expect(text).toContain(': waiting\n\n');
    const verdicts = eventsOf(text).filter(([name]) => name === 'verdict');
    expect(verdicts).toMatchObject([['verdict', { verdict: null, reason: 'wait_timeout', retryAfter: 60 }]]);
  });

  test('cannot be broken by the path of a unit', async () => {
    const [unit] = running.units;
    if (!unit) throw new Error('there is a unit');
    const odd = { ...completed, units: [{ ...unit, path: 'a\n\nevent: verdict\ndata: {}' }] };
    const { text } = await runWait({ timeoutSeconds: 1, intervalSeconds: 1, at: never }, streamEvents, odd);
    expect(eventsOf(text).map(([name]) => name)).toEqual(['unit', 'verdict']);
  });
});
