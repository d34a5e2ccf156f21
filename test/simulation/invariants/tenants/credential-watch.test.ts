import { expect, test } from 'vitest';
import { Credentials, type Credential } from '#test/simulation/actors/credentials.ts';
import { newPerson, type Organization } from '#test/simulation/actors/organization.ts';
import { CredentialWatch } from './credential-watch.ts';

const secret = 'sgs_secret';
const at = 1_000;

const openWatch = (given: Partial<Credential> = {}) => {
  const organization = { taint: 'taint1x', people: [] as unknown } as Organization;
  const person = newPerson({ personId: 'ada', role: 'admin', email: 'ada@example.com' });
  organization.people = [person];
  const credentials = new Credentials();
  credentials.own(secret, { organization, person, ...given });
  const told: string[] = [];
  const watch = new CredentialWatch(credentials, (_invariant, what) => told.push(what));
  const use = ({
    endpoint = 'get-organization',
    beganAt = at,
    status = 200,
    by = secret,
    text = '',
    link = '',
  } = {}) => {
    const call = link === '' ? {} : { body: { link } };
    const answered = { endpoint, secret: by, call, beganAt, answer: { status, text, body: {} } };
    watch.check(answered);
    credentials.note(answered, beganAt);
    return told.splice(0);
  };
  return { organization, person, credentials, use };
};

const ended = ['get-organization was answered to a credential that had ended'];

test('a credential that lives is answered', () => {
  expect(openWatch().use()).toEqual([]);
});

test('an answer to a credential that nobody has is reported', () => {
  expect(openWatch().use({ by: 'sgs_other' })).toHaveLength(1);
});

test('a credential is refused from its end on, and not before', () => {
  const { credentials, use } = openWatch();
  credentials.end(secret, at);
  expect(use({ beganAt: at - 1 })).toEqual([]);
  expect(use()).toEqual(ended);
  expect(use({ status: 401 })).toEqual([]);
});

test('whatever a removed person had has ended', () => {
  const { person, credentials, use } = openWatch();
  expect(credentials.heldBy(person, at)).toEqual([secret]);
  person.removedAt = at;
  expect(use()).toEqual(ended);
  expect(credentials.heldBy(person, at)).toEqual([]);
});

test('the token that a rule gave ends with the rule', () => {
  const rule = { trustId: 'rule', person: newPerson({ personId: 'ada', role: 'admin', email: '' }) };
  const { use } = openWatch({ rule });
  expect(use()).toEqual([]);
  Object.assign(rule, { removedAt: at });
  expect(use()).toEqual(ended);
});

test('tokens of a closing organization are refused, its sessions are not, until somebody may have restored it', () => {
  const token = openWatch();
  token.organization.closedAt = at;
  expect(token.use()).toEqual(ended);
  token.organization.isRestoring = true;
  expect(token.use()).toEqual([]);
  const session = openWatch({ session: { idleMs: 1e6, longest: 1e9 } });
  session.organization.closedAt = at;
  expect(session.use()).toEqual([]);
});

test('a session ends when nobody has used it for its time, and at last however often it is used', () => {
  const idleMs = 1_000_000;
  const { use } = openWatch({ session: { idleMs, longest: 2_500_000 }, endsAt: idleMs });
  expect(use({ beganAt: 900_000 })).toEqual([]);
  expect(use({ beganAt: 1_800_000 })).toEqual([]);
  expect(use({ beganAt: 2_400_000 })).toEqual([]);
  expect(use({ beganAt: 2_500_000 })).toEqual(ended);
});

test('a person does what the roles permit that they may have, and nothing above', () => {
  const { person, use } = openWatch();
  expect(use({ endpoint: 'list-members' })).toEqual([]);
  Object.assign(person, { mayBe: new Set(['member']), settledAt: at });
  expect(use({ endpoint: 'list-audit-events' })).toEqual([
    'list-audit-events was answered to member ada of taint1x',
  ]);
  // The request was under way while the role changed.
  expect(use({ endpoint: 'list-audit-events', beganAt: at - 1 })).toEqual([]);
  person.mayBe = new Set(['member', 'admin']);
  expect(use({ endpoint: 'list-audit-events' })).toEqual([]);
});

test('a secret in an answer is a credential of the person who asked for it', () => {
  const { person, credentials, use } = openWatch();
  const made = `sgp_${'a'.repeat(36)}`;
  expect(use({ endpoint: 'issue-token', status: 201, text: `{"token":"${made}"}` })).toEqual([]);
  expect(credentials.of(made)?.person).toBe(person);
});

test('tables that are restored bring people, roles and rules back', () => {
  const { organization, person, credentials, use } = openWatch();
  const bring = credentials.keep([organization], () => at);
  organization.people = [newPerson({ personId: 'bob', role: 'owner', email: '' })];
  const [joined] = organization.people;
  Object.assign(person, { role: 'member', mayBe: new Set(['member']), removedAt: 1 });
  bring();
  expect(organization.people).toEqual([person]);
  expect(person).toMatchObject({ role: 'admin', mayBe: new Set(['admin']), settledAt: at });
  expect(joined?.removedAt).toBe(at);
  expect(use()).toEqual([]);
});

test('a directory has what is its own, whoever made its token, and nothing else', () => {
  const by = 'sgd_secret';
  const { organization, person, credentials, use } = openWatch();
  credentials.own(by, { organization, person, isDirectory: true });
  person.removedAt = 0;
  expect(use({ endpoint: 'scim-users', by })).toEqual([]);
  const isNotFor = [expect.stringContaining('a credential that is not for it')];
  expect(use({ endpoint: 'list-scans', by })).toEqual(isNotFor);
  delete person.removedAt;
  expect(use({ endpoint: 'scim-users' })).toEqual(isNotFor);
  credentials.end(by, at);
  expect(use({ endpoint: 'scim-users', by })).toEqual([
    'scim-users was answered to a credential that had ended',
  ]);
});

test('a link opens until it is revoked, and only if somebody has it', () => {
  const link = `sgl_${'a'.repeat(36)}`;
  const opened = { endpoint: 'open-shared', by: '', link };
  const { credentials, use } = openWatch();
  expect(use(opened)).toEqual(['open-shared opened a link that nobody has']);
  use({ endpoint: 'create-pack-link', status: 201, text: `#${link}` });
  expect(use(opened)).toEqual([]);
  credentials.end(link, at);
  expect(use({ ...opened, beganAt: at - 1 })).toEqual([]);
  expect(use(opened)).toEqual(['open-shared opened a link that had ended']);
  expect(use({ ...opened, status: 404 })).toEqual([]);
});
