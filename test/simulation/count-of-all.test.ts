import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { countEndedScan, countStartedScan } from '@scangate/domain/scans/fairness/active-scans';
import { contendedStore } from '#test/support/store/contended-store.ts';
import { seededRandom, VirtualTime } from '#test/support/store/virtual-time.ts';
import { noon } from '#test/support/world.ts';

/** Scans that begin in a second, of which one in sixteen is counted. */
const perSecond = 1_000;
const countedPerSecond = perSecond / 16;
const seconds = 10;
const scanMs = 4_000;

test.each([1, 2])(
  '1,000 scans a second of 1,000 organizations are counted with at most 1.5 tries each (seed %i)',
  async (seed) => {
    const [memory, time, random] = [new MemoryStore(), new VirtualTime(), seededRandom(seed)];
    const { store, counted } = contendedStore(memory, { time, random });
    const asked = countedPerSecond * seconds;
    const begun = Array.from({ length: asked }, async (_none, index) => {
      const scanId = `0197c0de-0000-7000-8000-0000000000${Math.floor(random() * 16).toString(16)}0`;
      const scan = { organizationId: `o-${index % 1_000}`, scanId };
      await time.sleep(random() * seconds * 1_000);
      const { set, changes } = countStartedScan(scan, 2, noon.toISOString());
      await store.commit(changes);
      await time.sleep(scanMs);
      await store.commit(countEndedScan({ ...scan, ...set }));
    });
    await time.pass();
    await Promise.all(begun);
    expect(memory.all('activeScans').every(({ scans }) => scans === 0)).toBe(true);
    expect(counted.writes / (2 * asked)).toBeLessThanOrEqual(1.5);
    process.stdout.write(`${(counted.writes / (2 * asked)).toFixed(2)} tries a count (seed ${seed})\n`);
  },
);
