import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseOrganization, type ErasurePorts } from '#app/offboarding/erase-organization.ts';
import { addMs, dayMs } from '@scangate/domain/instant';
import type { ErasureProof } from '@scangate/domain/offboarding/erasure-proof';
import { isNightly } from '#test/support/runs/samples.ts';
import { openOffboardingWorld, type OffboardingWorld } from '#test/support/offboarding/offboarding-world.ts';
import { plantedOrganization } from '#test/support/offboarding/planted-organization.ts';
import { noon } from '#test/support/world.ts';

let world: OffboardingWorld;
beforeAll(async () => {
  world = await openOffboardingWorld();
});
afterAll(() => world.close());

const run = {
  now: new Date(addMs(noon, 31 * dayMs)),
  signal: new AbortController().signal,
};

class Crash extends Error {}

/** Ends the process after the n-th outside call from now on, before its answer is known. */
const crashingAfter = (ports: ErasurePorts, calls: number): ErasurePorts => {
  let left = calls;
  const guarded = <T extends object>(port: T): T =>
    Object.fromEntries(
      Object.entries(port).map(([name, method]) => [
        name,
        async (...args: unknown[]): Promise<unknown> => {
          const answer: unknown = await (method as (...given: unknown[]) => Promise<unknown>)(...args);
          left -= 1;
          if (left === 0) throw new Crash();
          return answer;
        },
      ]),
    ) as T;
  const { store, paymentProvider, sealStore, mailer, blobs } = ports;
  return {
    ...ports,
    store: guarded({ get: store.get, commit: store.commit }) as ErasurePorts['store'],
    paymentProvider: guarded(paymentProvider),
    sealStore: { ...guarded(sealStore), names: sealStore.names },
    mailer: guarded(mailer),
    blobs: guarded(blobs),
    erasers: { of: async (id) => guarded(await ports.erasers.of(id)) },
  };
};

/** Erases, interrupted after this many calls. @returns whether the erasure ended before. */
const eraseUntilCrash = async (organizationId: string, calls: number): Promise<boolean> => {
  try {
    await eraseOrganization({ organizationId }, crashingAfter(world.erasure, calls), run);
    return true;
  } catch (error) {
    if (error instanceof Crash) return false;
    throw error;
  }
};

const countsOf = (organizationId: string): Record<string, number> => {
  const kept = world.proofs.get(`erasures/${organizationId}.json`);
  return (JSON.parse(Buffer.from(kept ?? []).toString()) as ErasureProof).statement.counts;
};

test('an erasure that is interrupted after any outside call ends with the same counts as one that is not', async () => {
  const whole = await plantedOrganization(world);
  await eraseOrganization({ organizationId: whole.organizationId }, world.erasure, run);
  const expected = countsOf(whole.organizationId);
  expect(expected['objects']).toBe(7);
  let cuts = 0;
  for (let calls = 1; ; calls += isNightly ? 1 : 11) {
    const { organizationId, marks } = await plantedOrganization(world);
    const ended = await eraseUntilCrash(organizationId, calls);
    if (!ended) await eraseOrganization({ organizationId }, world.erasure, run);
    expect(countsOf(organizationId)).toEqual(expected);
    const text = [...(await world.rowsOf('Core')), ...(await world.rowsOf('Tokens'))].join('\n');
    expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
    expect(await world.store.get('organization', { organizationId })).toBeUndefined();
    if (ended) break;
    cuts++;
  }
  expect(cuts).toBeGreaterThan(4);
}, 120_000);

test('two concurrent erasures of one organization count nothing twice', async () => {
  const whole = await plantedOrganization(world);
  await eraseOrganization({ organizationId: whole.organizationId }, world.erasure, run);
  const { organizationId } = await plantedOrganization(world);
  const attempt = () =>
    eraseOrganization({ organizationId }, world.erasure, run).catch((error: Error) => error);
  await Promise.all([attempt(), attempt(), attempt()]);
  await eraseOrganization({ organizationId }, world.erasure, run);
  expect(countsOf(organizationId)).toEqual(countsOf(whole.organizationId));
}, 60_000);
