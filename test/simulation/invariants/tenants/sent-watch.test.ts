import { expect, test } from 'vitest';
import { GitHosts } from '#test/simulation/outside/git-hosts.ts';
import { Receivers } from '#test/simulation/outside/receivers.ts';
import type { World } from '#test/simulation/start/world.ts';
import { numberedOrganization } from './numbered-organization.ts';
import { Ownership } from './ownership.ts';
import { watchSent } from './sent-watch.ts';

const own = numberedOrganization(1);
const other = numberedOrganization(2);
const url = `https://hooks.example.com/${own.taint}/0`;
const repository = `https://git.example.com/${own.taint}/r0.git`;

const openWatch = () => {
  const told: string[] = [];
  const ownership = new Ownership([own, other]);
  for (const { organizationId } of [own, other]) {
    const after = { pk: `ORG#${organizationId}`, sk: 'ORG' };
    ownership.onCommit([{ table: 'Core', before: undefined, after }]);
  }
  const never = (): void => {};
  const cloud = { onMail: never as (mail: object) => void };
  const tracker = { onRequest: never as (to: string, text: string) => void };
  const world = { ownership, receivers: new Receivers(1, false), git: new GitHosts(), cloud, tracker };
  watchSent(world as unknown as World, (_invariant, what) => told.push(what));
  return { ...world, told };
};

type Watched = ReturnType<typeof openWatch>;

const ways: readonly [string, (watched: Watched, text: string) => void][] = [
  ['the body of a delivery', ({ receivers }, body) => receivers.answer({ at: 0, url, body, headers: {} })],
  [
    'a header of a delivery',
    ({ receivers }, id) => receivers.answer({ at: 0, url, body: '', headers: { id } }),
  ],
  [
    'the address of a delivery',
    ({ receivers }, x) => receivers.answer({ at: 0, url: `${url}?${x}`, body: '', headers: {} }),
  ],
  [
    'a mail',
    ({ cloud }, text) => cloud.onMail({ to: `owner.${own.taint}@example.com`, subject: 'News', text }),
  ],
  ['an issue', ({ tracker }, text) => tracker.onRequest(`key of ${own.taint}`, text)],
  ['a credential', ({ git }, secret) => git.onCredential(repository, secret)],
];

test.each(ways)('%s may tell whoever gets it of its own organization, and of no other one', (_way, send) => {
  const watched = openWatch();
  send(watched, `${own.organizationId} ${own.taint}`);
  expect(watched.told).toEqual([]);
  send(watched, other.organizationId);
  send(watched, other.taint.toUpperCase());
  expect(watched.told).toHaveLength(2);
  expect(watched.told[0]).toContain('tells taint1x of taint2x');
});

test('a delivery to an address of nobody is reported', () => {
  const { receivers, told } = openWatch();
  receivers.answer({ at: 0, url: 'https://hooks.example.com/', body: '', headers: {} });
  expect(told).toEqual(['a delivery goes to nobody: https://hooks.example.com/']);
});

test('a commit belongs to whoever pushed it, and the secret of an invitation to whoever is invited', () => {
  const { ownership, git, cloud, told } = openWatch();
  git.create(repository, undefined, {});
  expect(ownership.ownerOf(git.tipOf(repository, 'main') ?? '')).toBe(own);
  const text = `https://scangate.example/join#sgi_${'a'.repeat(36)}`;
  for (const { taint } of [own, other])
    cloud.onMail({ to: `new.${taint}@example.com`, subject: 'Join', text });
  expect(told).toEqual([expect.stringContaining('a mail tells taint2x of taint1x')]);
});
