import { hourMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import { Credentials } from '#test/simulation/actors/credentials.ts';
import { newPerson, type Organization } from '#test/simulation/actors/organization.ts';
import { SignOn } from '#test/simulation/actors/sign-on/sign-on.ts';
import { numberedOrganization } from '../tenants/numbered-organization.ts';
import { SignOnWatch } from './sign-on-watch.ts';

const personOf = (personId: string) =>
  newPerson({ personId, role: 'owner', email: `${personId}@taint1x.example.com` });

const openWatch = () => {
  const [own, other] = [numberedOrganization(1), numberedOrganization(2)];
  const organizations: Organization[] = [own, other];
  const signOn = new SignOn('saml', 0);
  own.signOn = signOn;
  const credentials = new Credentials();
  const [exempt, member] = [personOf('exempt'), personOf('member')];
  own.people = [exempt, member];
  const session = { idleMs: hourMs, longest: hourMs };
  for (const person of [exempt, member])
    credentials.own(person.personId, { organization: own, person, session });
  credentials.own('of issuer', { organization: own, person: member, session, isOwn: true });
  const given = new Map([
    ['_a', { organizationId: own.organizationId, email: 'a@taint1x.example.com', isForged: false }],
    ['_b', { organizationId: own.organizationId, email: 'a@taint2x.example.com', isForged: false }],
    ['_c', { organizationId: own.organizationId, email: 'a@taint1x.example.com', isForged: true }],
  ]);
  const emails = new Map([['code', 'a@taint1x.example.com']]);
  const told: string[] = [];
  const markedBy = (text: string) => organizations.find(({ taint }) => text.includes(taint));
  const report = (invariant: string, what: string) => void told.push(`${invariant}: ${what}`);
  const entitled = new Set(organizations);
  const isEntitled = (organization: Organization) => entitled.has(organization);
  const watch = new SignOnWatch({
    credentials,
    organizations,
    given,
    emails,
    markedBy,
    isEntitled,
    report,
  });
  const answer = (
    endpoint: string,
    asked: object,
    { status = 200, text = '', beganAt = 10 } = {},
  ): string[] => {
    const answered = { status, text, body: {} };
    watch.onAnswer({ endpoint, secret: '', call: {}, beganAt, answer: answered, ...asked });
    return told.splice(0);
  };
  return { own, other, signOn, entitled, watch, told, answer };
};

test('while an issuer is enforced only its sessions pass, and those of exempt owners', () => {
  const { signOn, answer } = openWatch();
  expect(answer('get-organization', { secret: 'member' })).toEqual([]);
  signOn.settle(signOn.begin(5), 6, ['exempt']);
  expect(answer('get-organization', { secret: 'exempt' })).toEqual([]);
  expect(answer('get-organization', { secret: 'of issuer' })).toEqual([]);
  expect(answer('get-organization', { secret: 'member' }, { beganAt: 5 })).toEqual([]);
  expect(answer('get-organization', { secret: 'member' }, { status: 401 })).toEqual([]);
  expect(answer('get-organization', { secret: 'member' })).toEqual([
    'sign-on: get-organization was answered to member@taint1x.example.com, who did not sign in at the own issuer',
  ]);
});

test('the sessions of an organization whose plan has ended pass, however they began', () => {
  const { own, signOn, entitled, answer } = openWatch();
  signOn.settle(signOn.begin(5), 6, []);
  entitled.delete(own);
  expect(answer('get-organization', { secret: 'member' })).toEqual([]);
});

test('no session of another way begins minutes after an enforcement', () => {
  const { own, signOn, watch, told } = openWatch();
  const { organizationId } = own;
  const begin = (personId: string, session: object, now: number) => {
    const after = { kind: 'session', organizationId, personId, session };
    watch.onCommit([{ table: 'Tokens', before: undefined, after }], now);
  };
  signOn.settle(signOn.begin(5), 6, ['exempt']);
  begin('member', {}, 60_000);
  begin('member', { issuerOf: organizationId }, hourMs);
  begin('exempt', {}, hourMs);
  expect(told).toEqual([]);
  begin('member', {}, hourMs);
  expect(told).toEqual(['sign-on: member of taint1x signs in by another way']);
});

test('nobody is refused for an enforcement that is lifted', () => {
  const { signOn, answer } = openWatch();
  const refused = { status: 403, text: 'Your organization requires its single sign-on: sign in there.' };
  const call = { query: { code: 'code', state: '1.-.x' } };
  signOn.settle(signOn.begin(5), 6, []);
  expect(answer('complete-sign-in', { call }, refused)).toEqual([]);
  signOn.settle(signOn.begin(7), 8);
  expect(answer('complete-sign-in', { call }, refused)).toEqual([
    'sign-on: a@taint1x.example.com is refused, and no issuer is enforced',
  ]);
});

test('an assertion lets its own person in, to its own organization, once', () => {
  const { own, other, answer } = openWatch();
  const post = (id: string, { organizationId } = own) => {
    const SAMLResponse = Buffer.from(`<saml:Assertion ID="${id}">`).toString('base64');
    return answer('complete-saml-sign-in', { call: { params: { organizationId }, form: { SAMLResponse } } });
  };
  expect(post('_a')).toEqual([]);
  expect(post('_a')).toEqual(['assertion: _a lets a@taint1x.example.com in twice']);
  expect(post('_b')).toEqual([expect.stringContaining('assertion: _b lets a@taint2x.example.com in to')]);
  expect(post('_c')).toEqual(['assertion: _c lets somebody in, and nobody gave it']);
  expect(post('_d')).toEqual(['assertion: _d lets somebody in, and nobody gave it']);
  expect(post('_a', other)).toContainEqual(expect.stringContaining('lets somebody in to another one'));
  const foreign = { query: { code: 'code', state: `1.${other.organizationId}.x` } };
  expect(answer('complete-sign-in', { call: foreign })).toEqual([
    expect.stringContaining('assertion: the issuer of'),
  ]);
});
