import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { handOverToken } from '#app/identity/hand-over-token.ts';
import { issueToken } from '#app/identity/issue-token.ts';
import { revokeToken } from '#app/identity/revoke-token.ts';
import { actorOf } from '@scangate/domain/audit/audit-event';
import { changeRole, removeMember } from '@scangate/domain/identity/members';
import { scopes, scopesOfRole, type Role, type Scope } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { changeTrustRule, removeTrustRule } from '@scangate/domain/identity/ci-trust/trust-rules';
import { Problem } from '@scangate/domain/problem';
import type { Member, Token, TrustRule } from '@scangate/domain/records';
import {
  authorized,
  inPlace,
  newCredential,
  newCredentialWorld,
  newTrustRule,
  type CredentialWorld,
} from '#test/support/identity/credentials.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { later, newRepository, testIds, write } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

/** A credential as the model knows it: its secret, and what it was made with. */
interface Known {
  secret: string;
  hash: string;
}

interface Run {
  world: CredentialWorld;
  known: Known[];
  repositories: string[];
  seconds: number;
  /** The credentials that passed before the last step, with their ends. */
  passed: Map<string, string>;
  /** The ends of credentials that were recorded for open waits before the last step. */
  ends: number;
}

const people = ['owner', 'admin', 'member', 'billing'] as const;
const now = (run: Run) => later(run.seconds);
const stored = (run: Run, hash: string) => run.world.store.get('token', { tokenHash: hash });
const memberOf = (run: Run, personId: string) =>
  run.world.store.get('member', { organizationId: run.world.organization.organizationId, personId });

/** The caller that a person is with a session, or with one of the known tokens. */
const callerOf = async (run: Run, by: Known | Role): Promise<Caller | undefined> => {
  if (typeof by === 'string') {
    const caller = run.world.organization.as(by, 'session');
    const member = await memberOf(run, caller.personId);
    return member && !member.removedAt ? { ...caller, role: member.role, scopes } : undefined;
  }
  const token = await stored(run, by.hash);
  if (!token) return undefined;
  const context = await authorized(run.world, inPlace(token.kind, by.secret), now(run));
  if (!context) return undefined;
  return {
    ...run.world.organization.as('owner'),
    personId: token.personId,
    role: context.role as Role,
    tokenKind: token.kind,
    tokenId: token.tokenId,
    tokenHash: token.tokenHash,
    scopes: context.scopes.split(' ').filter(Boolean) as Scope[],
  };
};

/** A refusal is an answer; anything else is a bug. */
const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
};

/** The permissions of a credential, found by a second way: the records, one after the other. */
const mayPass = async (run: Run, token: Token): Promise<boolean> => {
  const at = now(run).toISOString();
  const member: Member | undefined = await memberOf(run, token.personId);
  const since = token.handedOverAt ?? token.createdAt;
  if (token.revokedAt !== undefined || (token.expiresAt ?? '') <= at) return false;
  if (!member || member.removedAt !== undefined || since < member.joinedAt) return false;
  if (token.trustId !== undefined) {
    const { organizationId } = token;
    const rule = await run.world.store.get('trustRule', { organizationId, trustId: token.trustId });
    if (!rule || rule.removedAt !== undefined || rule.personId !== token.personId) return false;
  }
  if (token.parentHash === undefined) return true;
  const parent = await stored(run, token.parentHash);
  return parent !== undefined && parent.personId === token.personId && mayPass(run, parent);
};

/** The most that a credential may do now. */
const limitOf = async (run: Run, token: Token): Promise<{ scopes: Set<string>; repositories?: string[] }> => {
  const member = await memberOf(run, token.personId);
  const permitted = new Set<string>(scopesOfRole(member?.role ?? 'member'));
  const parent = token.parentHash === undefined ? undefined : await stored(run, token.parentHash);
  const { organizationId, trustId } = token;
  const rule =
    trustId === undefined ? undefined : await run.world.store.get('trustRule', { organizationId, trustId });
  const makers: readonly { scopes: readonly Scope[] }[] = [token, parent, rule].filter((one) => !!one);
  const limit = makers.map((maker) => new Set<string>(maker.scopes));
  const lists = [token.repositoryIds, parent?.repositoryIds, rule && reposOf(rule)].filter((one) => !!one);
  return {
    scopes: limit.reduce((all, some) => all.intersection(some), permitted),
    ...(lists.length > 0 && {
      repositories: lists.reduce((all, some) => all.filter((id) => some.includes(id))),
    }),
  };
};
const reposOf = ({ repositories }: TrustRule): string[] | undefined =>
  Array.isArray(repositories) ? repositories : undefined;

/** A credential that passes no longer has come to the end that it told, or its end was recorded for open waits. */
const checkEnds = (run: Run, passing: Map<string, string>): void => {
  const at = now(run).toISOString();
  const ends = run.world.store.all('endedCredentials').length;
  for (const [hash, endsAt] of run.passed)
    if (!passing.has(hash) && endsAt > at) expect(ends).toBeGreaterThan(run.ends);
  [run.passed, run.ends] = [passing, ends];
};

/** No live credential outlives or exceeds its parent, person or rule; none passes after its cause is gone. */
const check = async (run: Run): Promise<void> => {
  const passing = new Map<string, string>();
  for (const { secret, hash } of run.known) {
    const token = await stored(run, hash);
    if (!token) throw new Error('a token is gone');
    const context = await authorized(run.world, inPlace(token.kind, secret), now(run));
    expect(context !== undefined).toBe(await mayPass(run, token));
    if (!context) continue;
    passing.set(hash, context.credentialEndsAt ?? 'unknown');
    const most = await limitOf(run, token);
    expect(new Set(context.scopes.split(' ').filter(Boolean)).isSubsetOf(most.scopes)).toBe(true);
    if (most.repositories) expect(context.repositoryIds?.split(' ').slice(1)).toEqual(most.repositories);
    const parent = token.parentHash === undefined ? undefined : await stored(run, token.parentHash);
    if (parent) expect((token.expiresAt ?? '') <= (parent.expiresAt ?? '')).toBe(true);
  }
  checkEnds(run, passing);
};

type Step = (run: Run) => Promise<unknown>;
const person = fc.constantFrom(...people);
const index = fc.nat(50);
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

const issue = fc
  .record({
    by: person,
    withToken: fc.option(index, { nil: undefined }),
    kind: fc.constantFrom('personal' as const, 'service' as const),
    expiresInDays: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    some: fc.subarray([...scopes], { minLength: 1 }),
    limited: fc.boolean(),
  })
  .map(({ by, withToken, kind, expiresInDays, some, limited }): Step => async (run) => {
    const maker = withToken === undefined ? by : (pick(run.known, withToken) ?? by);
    const caller = await callerOf(run, maker);
    if (!caller || (caller.tokenKind !== 'session' && caller.tokenKind !== 'personal')) return;
    const repositoryIds = limited && kind === 'service' ? run.repositories.slice(0, 1) : undefined;
    const token = { kind, name: 'model', scopes: some, expiresInDays, repositoryIds };
    const ids = { ...testIds, bytes: () => crypto.getRandomValues(new Uint8Array(64)) };
    const ports = { store: run.world.store, ids };
    const issued = await attempt(() =>
      issueToken(ports, { caller, token, idempotency: undefined }, now(run)),
    );
    const found = run.world.store.all('token').find(({ tokenId }) => tokenId === issued?.tokenId);
    if (issued && found) run.known.push({ secret: issued.token, hash: found.tokenHash });
  });

const exchange = fc
  .record({ by: person, limited: fc.boolean() })
  .map(({ by, limited }): Step => async (run) => {
    const { personId } = run.world.organization.as(by);
    const member = await memberOf(run, personId);
    if (!member || member.removedAt) return;
    const rule = await newTrustRule(run.world, {
      personId,
      ...(limited && { repositories: run.repositories.slice(0, 1) }),
    });
    const secret = await newCredential(run.world, 'pipeline', {
      role: by,
      trustId: rule.trustId,
      createdAt: now(run).toISOString(),
      expiresAt: later(run.seconds + 900).toISOString(),
      ...(limited && { repositoryIds: run.repositories }),
    });
    const found = run.world.store.all('token').find(({ trustId }) => trustId === rule.trustId);
    if (found) run.known.push({ secret, hash: found.tokenHash });
  });

const changeRule = fc
  .record({ at: index, change: fc.constantFrom('remove' as const, 'narrow' as const, 'hand over' as const) })
  .map(({ at: nth, change }): Step => async (run) => {
    const rule = pick(run.world.store.all('trustRule'), nth);
    if (!rule || rule.removedAt !== undefined) return;
    const caller = { ...run.world.organization.as('owner'), personId: rule.personId };
    const at = now(run).toISOString();
    if (change === 'remove') {
      const organization = await run.world.store.get('organization', rule);
      if (!organization) return;
      const changes = removeTrustRule(caller, { rule, organization }, at);
      return write(
        run.world.store,
        changes.filter(({ record }) => record !== 'organization'),
      );
    }
    const personId = run.world.organization.as('owner').personId;
    const after: TrustRule =
      change === 'narrow' ? { ...rule, scopes: ['scans:read'] } : { ...rule, personId };
    await attempt(async () =>
      write(
        run.world.store,
        changeTrustRule({ ...caller, personId: after.personId }, { before: rule, after }, at),
      ),
    );
  });

const revoke = index.map((at): Step => async (run) => {
  const target = pick(run.known, at);
  const token = target && (await stored(run, target.hash));
  const caller = await callerOf(run, 'owner');
  if (token && caller)
    await attempt(() =>
      revokeToken({ store: run.world.store, log: silentLog }, { caller, tokenId: token.tokenId }, now(run)),
    );
});

const handOver = fc.record({ by: person, at: index }).map(({ by, at }): Step => async (run) => {
  const caller = await callerOf(run, by);
  const target = pick(run.known, at);
  const token = target && (await stored(run, target.hash));
  if (caller && token && (caller.role === 'owner' || caller.role === 'admin'))
    await attempt(() => handOverToken(run.world.store, { caller, tokenId: token.tokenId }, now(run)));
});

const membership = fc
  .record({
    who: fc.constantFrom('admin' as const, 'member' as const, 'billing' as const),
    change: fc.constantFrom('remove', 'return', 'demote', 'promote'),
  })
  .map(({ who, change }): Step => async (run) => {
    const caller = run.world.organization.as('owner', 'session');
    const member = await memberOf(run, run.world.organization.as(who).personId);
    if (!member) return;
    const at = now(run).toISOString();
    const isGone = member.removedAt !== undefined;
    if (change === 'return' && isGone) {
      const { organizationId, personId } = member;
      const update = { change: 'update', record: 'member', id: { organizationId, personId } } as const;
      await write(run.world.store, [{ ...update, set: { joinedAt: at }, unset: ['removedAt'] }]);
    }
    if (isGone) return;
    if (change === 'remove') await write(run.world.store, removeMember(actorOf(caller), member, { now: at }));
    const role = change === 'demote' ? 'billing' : 'admin';
    if (change === 'demote' || change === 'promote')
      await write(run.world.store, changeRole({ actor: actorOf(caller), member, role, now: at }));
  });

const pass = fc.constantFrom(1, 600, 86_400).map((seconds): Step => async (run) => {
  run.seconds += seconds;
});

test('no live credential outlives or exceeds its parent, person or rule; none is accepted after its cause is gone', async () => {
  const step = fc.oneof(
    { arbitrary: issue, weight: 4 },
    { arbitrary: exchange, weight: 2 },
    changeRule,
    revoke,
    handOver,
    membership,
    pass,
  );
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = await newCredentialWorld();
      const run: Run = { world, known: [], repositories: [], seconds: 1, passed: new Map(), ends: 0 };
      for (let i = 0; i < 2; i++)
        run.repositories.push(
          (await newRepository(world.store, world.organization.organizationId)).repositoryId,
        );
      for (const next of steps) {
        await next(run);
        run.seconds += 1;
        await check(run);
      }
      passed += run.known.length;
    }),
    { numRuns: runs(150) },
  );
  expect(passed).toBeGreaterThan(runs(150) / 2);
}, 120_000);
