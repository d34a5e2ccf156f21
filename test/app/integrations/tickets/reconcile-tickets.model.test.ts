import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWorthIssue } from '@scangate/domain/integrations/tickets/decide-ticket';
import { describeGroup } from '@scangate/domain/integrations/tickets/describe-group';
import { markdownIssue } from '@scangate/domain/integrations/tickets/markdown-issue';
import { groupFindings, worstFirst } from '@scangate/domain/integrations/tickets/ticket-group';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Severity } from '@scangate/engines/model/severity';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import { ProviderFailure } from '#ports/integrations/provider.ts';
import { OutboundFailure } from '#ports/outbound.ts';
import { owner, rowOf, TicketWorld } from '#test/support/integrations/ticket-world.ts';
import { isSampled, runs } from '#test/support/runs/samples.ts';

class Crash extends Error {}

/** The process ends before or after a call to the outside, or the answer of the call is lost. */
type Fault = 'crash_before' | 'crash_after' | 'lost';

const faulty =
  (faults: ReadonlyMap<number, Fault>, counter: { calls: number }) =>
  async <T>(call: () => Promise<T>): Promise<T> => {
    const fault = faults.get(++counter.calls);
    if (fault === 'crash_before') throw new Crash();
    const answer = await call();
    if (fault === 'crash_after') throw new Crash();
    // A store without an answer was written; a tracker may or may not have been.
    if (fault === 'lost') throw answer instanceof Response ? new OutboundFailure('timed_out') : new Crash();
    return answer;
  };

/** Reconciles once; crashes, lost answers and refusals end it. */
const reconcileOnce = async (world: TicketWorld, minutes = 5): Promise<boolean> => {
  try {
    return (await world.reconcile(minutes)).again === undefined;
  } catch (error) {
    if (error instanceof Crash || error instanceof ProviderFailure) return false;
    throw error;
  }
};

/** Reconciles until nothing is left to do. */
const settle = async (world: TicketWorld): Promise<void> => {
  world.around = (call) => call();
  for (let round = 0; round < 12; round++) if (await reconcileOnce(world)) return;
  throw new Error('the tickets do not settle');
};

const expectOneOpenIssue = (world: TicketWorld): void => {
  const open = world.issues
    .filter(({ state }) => state === 'open')
    .map(({ body }) => body?.split('\n').at(-1));
  expect(open).toHaveLength(new Set(open).size);
};

const rules = { policy: { ...defaultPolicy, severityThreshold: 'high' as const } };

const groupsOf = async (world: TicketWorld) => groupFindings(owner, await world.rows()).toSorted(worstFirst);

interface Change {
  name: string;
  fields: Partial<TrackedFinding>;
}

const severity = fc.constantFrom<Severity>('critical', 'high', 'medium');
/** Two findings of one package, and one of another. */
const change: fc.Arbitrary<Change> = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  fields: fc.record({
    state: fc.constantFrom('open' as const, 'open' as const, 'fixed' as const, 'waived' as const),
    severity,
    knownExploited: fc.boolean(),
  }),
});
const applyChange = (world: TicketWorld, { name, fields }: Change): Promise<void> =>
  world.track(rowOf(name, { ...fields, packageName: name === 'c' ? 'p2' : 'p1' }));

const faultMap = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom<Fault>('crash_before', 'crash_after', 'lost')),
  { maxLength: 6 },
);

/** The open issues of a project, as a person reads them. */
const openTexts = (world: TicketWorld): string[] =>
  world.issues
    .filter(({ state }) => state === 'open')
    .map(({ title, body }) => `${title}\n${body}`)
    .toSorted();

describe('findings appear, disappear and are waived, while calls are interrupted', () => {
  test('every call of a creation, a change and a closing can be interrupted, singly and in pairs', async () => {
    const kinds: Fault[] = ['crash_before', 'crash_after', 'lost'];
    const script = async (faults: ReadonlyMap<number, Fault>) => {
      const world = await new TicketWorld().begin();
      const counter = { calls: 0 };
      world.around = faulty(faults, counter);
      await applyChange(world, { name: 'a', fields: {} });
      await reconcileOnce(world);
      await applyChange(world, { name: 'b', fields: { severity: 'critical' } });
      await reconcileOnce(world);
      expectOneOpenIssue(world);
      await settle(world);
      expect(world.github.state.issues).toHaveLength(1);
      expect(world.issues).toMatchObject([{ state: 'open' }]);
      world.around = faulty(faults, { calls: 0 });
      for (const name of ['a', 'b']) await applyChange(world, { name, fields: { state: 'fixed' } });
      await reconcileOnce(world);
      await settle(world);
      expect(world.issues).toMatchObject([{ state: 'closed' }]);
      world.around = faulty(faults, { calls: 0 });
      await applyChange(world, { name: 'a', fields: {} });
      await reconcileOnce(world);
      await settle(world);
      expect(world.issues).toMatchObject([{ state: 'open' }]);
      return counter.calls;
    };
    const calls = await script(new Map());
    expect(calls).toBeGreaterThan(5);
    let pairs = 0;
    for (let first = 1; first <= calls + 3; first++)
      for (const kind of kinds) {
        await script(new Map([[first, kind]]));
        for (let second = first + 1; second <= calls + 6; second++)
          for (const other of kinds)
            if (isSampled(pairs++, 5))
              await script(
                new Map([
                  [first, kind],
                  [second, other],
                ]),
              );
      }
  });

  test('the open issues at the end are those of a rebuild from the findings alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(change, fc.constant('reconcile' as const)), { maxLength: 14 }),
        faultMap,
        async (steps, faults) => {
          const world = await new TicketWorld().begin();
          world.around = faulty(new Map(faults), { calls: 0 });
          for (const step of steps) {
            if (step === 'reconcile') await reconcileOnce(world);
            else await applyChange(world, step);
            expectOneOpenIssue(world);
          }
          await settle(world);
          const rebuilt = await new TicketWorld().begin();
          for (const row of await world.rows()) await rebuilt.track({ ...row, triageVersion: 0 });
          await settle(rebuilt);
          const wanted = openTexts(rebuilt);
          const found = openTexts(world);
          expect(wanted.filter((text) => !found.includes(text))).toEqual([]);
          // An issue stays open while any of its findings is open, even if that would not create a new one.
          const lesser = (await groupsOf(world)).filter(
            (one) => one.open.length > 0 && !isWorthIssue(one, rules),
          );
          const kept = lesser.map((one) => markdownIssue(describeGroup(one, 'acme/r-1')));
          for (const text of found.filter((one) => !wanted.includes(one)))
            expect(kept).toContain(text.slice(text.indexOf('\n') + 1));
        },
      ),
      { numRuns: runs(150) },
    );
  });
});

type Step = Change | 'reconcile' | { act: string; at: number };

const acts = fc.record({
  act: fc.constantFrom('close-issue', 'reopen-issue', 'delete-issue', 'move-issue'),
  at: fc.nat({ max: 3 }),
});

describe('people close, reopen, delete and move issues, too', () => {
  test('there is never a second open issue, and the end agrees with findings and people', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(change, fc.constant('reconcile' as const), acts) as fc.Arbitrary<Step>, {
          maxLength: 18,
        }),
        faultMap,
        async (steps, faults) => {
          const world = await new TicketWorld().begin();
          world.around = faulty(new Map(faults), { calls: 0 });
          const touched = new Set<number>();
          for (const step of steps) {
            if (step === 'reconcile') await reconcileOnce(world);
            else if ('name' in step) await applyChange(world, step);
            else {
              const issue = world.issues[step.at];
              if (issue) world.person(step.act, issue.number);
              if (issue) touched.add(issue.number);
            }
            expectOneOpenIssue(world);
          }
          await settle(world);
          expectOneOpenIssue(world);
          const writes = world.github.calls.length;
          await settle(world);
          expect(world.github.calls).toHaveLength(writes);
          for (const group of await groupsOf(world)) {
            const row = group.open[0] ?? group.settled[0];
            const issues = row ? world.issuesOf(row) : [];
            const made = row ? world.issuesOf(row, world.github.state.issues) : [];
            if (made.some(({ number }) => touched.has(number))) continue;
            if (issues.length === 0) expect(isWorthIssue(group, rules)).toBe(false);
            else if (group.open.length === 0) expect(issues.map(({ state }) => state)).toEqual(['closed']);
            else if (isWorthIssue(group, rules)) expect(issues.map(({ state }) => state)).toEqual(['open']);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
