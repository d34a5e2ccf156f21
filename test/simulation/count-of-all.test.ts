import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import {
  countEndedScan,
  countStartedScan,
  defaultActiveScans,
  drawCount,
  sampledScans,
} from '@scangate/domain/scans/fairness/active-scans';
import { contendedStore } from '#test/support/store/contended-store.ts';
import { seededRandom, VirtualTime } from '#test/support/store/virtual-time.ts';
import { noon } from '#test/support/world.ts';

const seconds = 10;
const scanMs = 4_000;

// The quotas of an account end at 300 scans a second.
test.each([
  [defaultActiveScans / (scanMs / 1_000), 1.5, 1],
  [500, 1.5, 1],
  [500, 1.5, 2],
  [1_000, 1.5, 1],
  [1_000, 1.5, 2],
])(
  '%i scans a second of 1,000 organizations are counted with at most %f tries each (seed %i)',
  async (perSecond, mostTries, seed) => {
    const [memory, time, random] = [new MemoryStore(), new VirtualTime(), seededRandom(seed)];
    const { store, counted } = contendedStore(memory, { time, random });
    const asked = Math.floor((perSecond / sampledScans) * seconds);
    const begun = Array.from({ length: asked }, async (_none, index) => {
      const drawn = drawCount([0, Math.floor(random() * 256)], (perSecond * scanMs) / 1_000);
      const scan = { organizationId: `o-${index % 1_000}`, ...drawn };
      await time.sleep(random() * seconds * 1_000);
      const { set, changes } = countStartedScan(scan, 2, noon.toISOString());
      await store.commit(changes);
      await time.sleep(scanMs);
      await store.commit(countEndedScan({ ...scan, ...set }));
    });
    await time.pass();
    await Promise.all(begun);
    expect(memory.all('activeScans').every(({ scans }) => scans === 0)).toBe(true);
    expect(counted.writes / (2 * asked)).toBeLessThanOrEqual(mostTries);
    process.stdout.write(`${(counted.writes / (2 * asked)).toFixed(2)} tries a count (seed ${seed})\n`);
  },
);
