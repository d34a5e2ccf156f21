import { beforeEach, describe, expect, test } from 'vitest';
import { getAuditorPack } from '#app/auditor-packs/auditor-packs.ts';
import { isWellFormedToken } from '@scangate/domain/identity/tokens';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { Problem } from '@scangate/domain/problem';
import { packWorld } from '#test/support/auditor-packs/auditor-pack-world.ts';
import { later, write } from '#test/support/world.ts';

let world: Awaited<ReturnType<typeof packWorld>>;
let packId: string;
beforeEach(async () => {
  world = await packWorld();
  ({ packId } = await world.request());
  await world.run(packId);
});

const secretOf = (url: string): string => url.split('#')[1] ?? '';

const refusalOf = async (work: Promise<unknown>): Promise<Problem> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Problem)) throw new Error('nothing was refused');
  return error;
};

describe('a link', () => {
  test('shows its secret once, behind a fragment, and only its hash is stored', async () => {
    const { url, expiresAt } = await world.link(packId);
    const secret = secretOf(url);
    expect(url).toBe(`https://scangate.example/console/shared#${secret}`);
    expect([secret.slice(0, 4), isWellFormedToken(secret)]).toEqual(['sgl_', true]);
    expect(expiresAt).toBe(later(180 + 86_400).toISOString());
    const stored = [...world.store.all('packLink'), ...world.store.all('linkSecret')];
    expect(JSON.stringify([stored, world.store.all('auditEvent')])).not.toContain(secret);
    const shown = await getAuditorPack(
      { caller: world.organization.as('owner'), packId },
      { store: world.store, now: later(200) },
    );
    expect(shown.links).toEqual([expect.not.objectContaining({ url: expect.anything() as unknown })]);
  });

  test('opens the pack for five minutes, and every opening is an audit event', async () => {
    const { url, linkId } = await world.link(packId);
    const opened = await world.open(secretOf(url));
    expect(opened.url).toMatch(/auditor-pack-20260310-1\.zip.*\?300$/);
    await world.open(secretOf(url), later(300));
    expect(world.store.all('packLink')[0]).toMatchObject({
      openings: 2,
      lastOpenedAt: later(300).toISOString(),
    });
    const events = world.store.all('auditEvent').filter(({ action }) => action === 'auditor_pack.opened');
    expect(events.map(({ actor, target }) => [actor, target])).toEqual([
      [{ kind: 'link', linkId }, packId],
      [{ kind: 'link', linkId }, packId],
    ]);
  });

  test('opens for many concurrent readers, and counts each', async () => {
    const { url } = await world.link(packId);
    await Promise.all(Array.from({ length: 5 }, () => world.open(secretOf(url))));
    expect(world.store.all('packLink')[0]?.openings).toBe(5);
  });

  test('expires no later than its pack', async () => {
    const { expiresAt } = await world.link(packId, { hours: 168, now: later(86_400 * 29) });
    expect(expiresAt).toBe(later(60 + 86_400 * 30).toISOString());
  });
});

describe('answers the same 404', () => {
  test('for a link that is expired, revoked, altered, unknown, or of a pack that was removed', async () => {
    const { url, linkId } = await world.link(packId);
    const secret = secretOf(url);
    const altered = secret.slice(0, 10) + (secret[10] === 'a' ? 'b' : 'a') + secret.slice(11);
    const answers = [
      await refusalOf(world.open(secret, later(180 + 86_400))),
      await refusalOf(world.open(altered)),
      await refusalOf(world.open('')),
      await refusalOf(world.open('sgl_'.padEnd(40, 'a'))),
      await refusalOf(world.open(secret, later(86_400 * 31))),
    ];
    await world.revoke(packId, linkId);
    answers.push(await refusalOf(world.open(secret)));
    for (const { code, status, title, members } of answers)
      expect({ code, status, title, members }).toEqual({
        code: 'link_not_found',
        status: 404,
        title: 'No such link',
        members: {},
      });
    expect(world.store.all('packLink')[0]?.openings).toBe(0);
  });

  test('for a revoked link after a restore of the table that says so, where it can be revoked again', async () => {
    const { url, linkId } = await world.link(packId);
    const secret = secretOf(url);
    const [before] = world.store.all('packLink');
    await world.revoke(packId, linkId);
    const { organizationId } = world;
    const restored = { organizationId, packId, linkId };
    await write(world.store, [{ change: 'update', record: 'packLink', id: restored, unset: ['revokedAt'] }]);
    expect(world.store.all('packLink')).toEqual([before]);
    expect((await refusalOf(world.open(secret))).code).toBe('link_not_found');
    await world.revoke(packId, linkId, later(220));
    expect(world.store.all('packLink')[0]?.revokedAt).toBe(later(220).toISOString());
  });

  test('for a link that has expired, whose secret may be gone when it is revoked', async () => {
    const { linkId } = await world.link(packId);
    const late = later(180 + 86_400);
    await world.revoke(packId, linkId, late);
    expect(world.store.all('packLink')[0]?.revokedAt).toBe(late.toISOString());
    expect(world.store.all('linkSecret')[0]?.revokedAt).toBeUndefined();
  });

  test('for revoking a link twice', async () => {
    const { linkId } = await world.link(packId);
    await world.revoke(packId, linkId);
    expect((await refusalOf(world.revoke(packId, linkId))).code).toBe('link_not_found');
    const actions = world.store.all('auditEvent').map(({ action }) => action);
    expect(actions.filter((action) => action === 'auditor_pack.link_revoked')).toHaveLength(1);
  });
});

describe('422 limit_reached', () => {
  test('beyond a hundred links, however many are created concurrently', async () => {
    for (let made = 0; made < packLimits.linksPerPack - 3; made++) await world.link(packId);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => world.link(packId)));
    const codes = answers.map((answer) =>
      answer.status === 'fulfilled' ? 'made' : (answer.reason as Problem).code,
    );
    expect(codes.toSorted()).toEqual([
      ...Array<string>(5).fill('limit_reached'),
      ...Array<string>(3).fill('made'),
    ]);
    expect(world.store.all('packLink')).toHaveLength(packLimits.linksPerPack);
    expect(world.store.all('auditorPack')[0]?.links).toBe(packLimits.linksPerPack);
  });

  test('counts revoked links, too', async () => {
    const { linkId } = await world.link(packId);
    await world.revoke(packId, linkId);
    expect(world.store.all('auditorPack')[0]?.links).toBe(1);
  });
});

test('409 conflict: a pack that is not ready cannot have links', async () => {
  const { packId: running } = await world.request();
  expect((await refusalOf(world.link(running))).code).toBe('conflict');
});
