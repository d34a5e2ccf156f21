import { describe, expect, test } from 'vitest';
import { packScope } from '@scangate/domain/auditor-packs/auditor-pack-scope';
import type { AuditEvent } from '@scangate/domain/records';

const unit = (projectUnitId: string) => ({
  projectUnitId,
  path: '',
  name: projectUnitId,
  type: 'npm' as const,
});
const repositories = [
  { repositoryId: 'own', fullName: 'acme/shop-api', units: [unit('own-unit')] },
  { repositoryId: 'other', fullName: 'acme/shop', units: [unit('other-unit')] },
  { repositoryId: 'before', fullName: 'acme/shop-api', units: [unit('before-unit')] },
  { repositoryId: 'word', fullName: 'plan', units: [] },
];
const waivers = [
  { waiverId: 'w-own', scope: { repositoryId: 'own' } },
  { waiverId: 'w-other', scope: { repositoryId: 'other' } },
  { waiverId: 'w-all', scope: {} },
];
const bundles = [
  { bundleId: 'b-own', members: [{ repositoryId: 'own' }] },
  { bundleId: 'b-both', members: [{ repositoryId: 'own' }, { repositoryId: 'other' }] },
];
const owned = { repositories, waivers, bundles };
const scope = packScope(['own'], owned);

type Event = Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'>;

describe('a limited pack leaves out', () => {
  test.each<[string, Event]>([
    ['a change of another repository', { action: 'repository.changed', target: 'other' }],
    ['an unknown repository', { action: 'repository.disconnected', target: 'erased' }],
    ['matches of another repository', { action: 'advisory.matched', target: 'other', after: { total: 1 } }],
    [
      'a token for several',
      { action: 'token.issued', target: 't', after: { repositoryIds: ['own', 'other'] } },
    ],
    ['an id in a list of an erased one', { action: 'token.issued', after: { repositoryIds: ['erased'] } }],
    ['a waiver for another', { action: 'waiver.requested', after: { scope: { repositoryId: 'other' } } }],
    ['the end of a waiver for another', { action: 'waiver.withdrawn', target: 'w-other' }],
    ['an import for another', { action: 'vex.imported', after: { waiverIds: ['w-all', 'w-other'] } }],
    [
      'a finding of another',
      { action: 'finding.changed', target: 'f', after: { projectUnitId: 'other-unit' } },
    ],
    ['a finding of an erased unit', { action: 'finding.changed', before: { projectUnitId: 'erased-unit' } }],
    ['a bundle with another', { action: 'bundle.released', target: 'b-both', after: { version: '1' } }],
    [
      'a name in a sentence',
      { action: 'waiver.approved', target: 'w-all', after: { reason: 'As in Acme/Shop.' } },
    ],
    [
      'a name in an address',
      { action: 'gate.changed', before: { url: 'https://git.example.com/acme/shop.git' } },
    ],
    [
      'a name in a subject',
      { action: 'oidc.rule_created', after: { sub: 'repo:acme/shop:ref:refs/heads/main' } },
    ],
    ['a name of one word', { action: 'integration.changed', after: { repository: 'plan' } }],
    ['a name as a field', { action: 'integration.changed', after: { rules: { other: 'high' } } }],
  ])('%s', (_title, event) => {
    expect(scope.holdsEvent(event)).toBe(false);
    expect(packScope(undefined, owned).holdsEvent(event)).toBe(true);
  });
});

describe('a limited pack contains', () => {
  test.each<[string, Event]>([
    [
      'a change of its repository',
      { action: 'repository.changed', target: 'own', after: { name: 'acme/shop-api' } },
    ],
    ['its findings', { action: 'finding.changed', target: 'f', after: { projectUnitId: 'own-unit' } }],
    ['its bundle', { action: 'bundle.released', target: 'b-own', after: { version: '1' } }],
    ['members', { action: 'member.added', target: 'p-1', after: { role: 'owner' } }],
    [
      'the policy',
      { action: 'gate.changed', before: { note: 'the plan' }, after: { severityThreshold: 'low' } },
    ],
    [
      'a waiver for all',
      { action: 'waiver.approved', target: 'w-all', after: { scope: {}, reason: 'acme/shop-api' } },
    ],
  ])('%s', (_title, event) => {
    expect(scope.holdsEvent(event)).toBe(true);
  });

  test('waivers for its repositories, and for the organization as a whole', () => {
    expect(waivers.filter((waiver) => scope.holdsWaiver(waiver)).map(({ waiverId }) => waiverId)).toEqual([
      'w-own',
      'w-all',
    ]);
    expect(scope.holdsWaiver({ scope: { projectUnitId: 'own-unit' } })).toBe(true);
    expect(scope.holdsWaiver({ scope: { projectUnitId: 'other-unit' } })).toBe(false);
  });
});
