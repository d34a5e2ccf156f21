import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreOrganization } from '#app/offboarding/close-organization.ts';
import { eraseOrganization, type ErasurePorts } from '#app/offboarding/erase-organization.ts';
import { recordRefusals } from '#app/identity/record-refusals.ts';
import { rememberRefusal } from '@scangate/domain/audit/audit-refusal';
import { Conflict } from '@scangate/domain/conflict';
import { addMs, dayMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import { openOffboardingWorld, type OffboardingWorld } from '#test/support/offboarding/offboarding-world.ts';
import { plantedOrganization } from '#test/support/offboarding/planted-organization.ts';
import { watchCalls } from '#test/support/store/watch-calls.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { noon, write } from '#test/support/world.ts';

let world: OffboardingWorld;
beforeAll(async () => {
  world = await openOffboardingWorld();
});
afterAll(() => world.close());

const signal = new AbortController().signal;
const run = { now: new Date(addMs(noon, 30 * dayMs)), signal };
/** The clock of the process that restores is behind. */
const restoredAt = new Date(run.now.getTime() - 60_000);

const storedOrganization = (organizationId: string) => world.store.get('organization', { organizationId });

/** An owner restores an organization. @returns whether it is restored. */
const restore = async (organizationId: string): Promise<boolean> => {
  const caller = {
    organizationId,
    billingAccountId: 'of a parent',
    personId: 'p',
    role: 'owner',
    tokenId: 't',
  };
  const request = { caller: caller as never, ids: { uuid: () => 'id' } as never, now: restoredAt };
  const ports = { store: world.store, log: silentLog, paymentProvider: {} as never };
  try {
    await restoreOrganization(request, ports as never);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
};

/** Erases, and calls `meanwhile` before the n-th outside call. @returns the number of calls. */
const eraseWith = async (organizationId: string, at: number, meanwhile: () => Promise<unknown>) => {
  let calls = 0;
  const onCall = async (): Promise<void> => void (++calls === at && (await meanwhile()));
  const { store, erasers } = world.erasure;
  const ports: ErasurePorts = {
    ...world.erasure,
    store: watchCalls(store, onCall),
    erasers: { of: async (id) => watchCalls(await erasers.of(id), onCall) },
  };
  await eraseOrganization({ organizationId }, ports, run).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
  });
  return calls;
};

describe('an organization that is restored while its erasure begins', () => {
  test('is either restored or erased, whichever comes first', { timeout: 120_000 }, async () => {
    const ends = new Set<string>();
    for (const at of [1, 2, 3, 4, 6]) {
      const { organizationId } = await plantedOrganization(world);
      let isRestored = false;
      await eraseWith(organizationId, at, async () => {
        isRestored = await restore(organizationId);
      });
      await eraseOrganization({ organizationId }, world.erasure, run);
      const exists = (await storedOrganization(organizationId)) !== undefined;
      const erased = await world.store.get('erased', { organizationId });
      expect({ at, exists, isErased: erased !== undefined }).toEqual({
        at,
        exists: isRestored,
        isErased: !isRestored,
      });
      ends.add(isRestored ? 'restored' : 'erased');
    }
    expect([...ends].toSorted()).toEqual(['erased', 'restored']);
  });

  test('is not erased for an earlier closing when it is closed again', async () => {
    const { organizationId } = await plantedOrganization(world);
    const since = run.now.toISOString();
    await eraseWith(organizationId, 3, async () => {
      await restore(organizationId);
      const closing = { since, eraseAt: addMs(since, 30 * dayMs), stopped: [] };
      await write(world.store, [
        { change: 'update', record: 'organization', id: { organizationId }, set: { closing, closings: 3 } },
      ]);
    });
    expect(await world.store.get('erased', { organizationId })).toBeUndefined();
    expect((await storedOrganization(organizationId))?.closing?.since).toBe(since);
  });
});

describe('of an erased organization', () => {
  const endpoint = 'change-gate';
  const refuse = (organizationId: string, at: string) =>
    write(world.store, [
      rememberRefusal(
        { organizationId, personId: 'refused-person', role: 'member', tokenId: 'refused-token' },
        { endpoint, code: 'role_required', at },
      ),
    ]);
  const rowsOf = async (organizationId: string) =>
    (await world.rowsOf('Core')).filter(
      (row) => row.includes(organizationId) && !row.includes('ERASED#') && !row.includes('INVOICE'),
    );

  test('no refusal is left, and none is recorded later', async () => {
    const { organizationId } = await plantedOrganization(world);
    await refuse(organizationId, noon.toISOString());
    await eraseOrganization({ organizationId }, world.erasure, run);
    expect(await rowsOf(organizationId)).toEqual([]);
    await refuse(organizationId, run.now.toISOString());
    await recordRefusals({ store: world.store, log: silentLog }, run);
    const [refusal, ...more] = await rowsOf(organizationId);
    expect(more).toEqual([]);
    expect([refusal?.includes('REFUSAL#'), refusal?.includes('dueQueue')]).toEqual([true, false]);
  });

  test('no token is left that the index had late', async () => {
    const { organizationId } = await plantedOrganization(world);
    const { erasers } = world.erasure;
    let isHidden = true;
    const late: ErasurePorts = {
      ...world.erasure,
      erasers: {
        of: async (id) => {
          const eraser = await erasers.of(id);
          const tokens = async (limit: number) => {
            const found = isHidden ? [] : await eraser.tokens(limit);
            isHidden = false;
            return found;
          };
          return { ...eraser, tokens };
        },
      },
    };
    await eraseOrganization({ organizationId }, late, run);
    expect((await world.rowsOf('Tokens')).filter((row) => row.includes(organizationId))).toEqual([]);
  });
});
