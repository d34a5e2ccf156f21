import { endQuote } from '@scangate/domain/history-scans/quote-history';
import type { AuditorPack } from '@scangate/domain/records';
import { world } from '#test/support/api/endpoint-world.ts';
import { later, noon, write } from '#test/support/world.ts';
import { markOf } from '../fuzzed-world.ts';
import type { Journey } from './journey.ts';

const commitHash = 'c'.repeat(40);

/** Scans are created, canceled, compared and shown. */
const scanning: Journey = {
  name: 'scanning',
  tenant: 'alpha',
  go: async ({ ask, ids, organization }) => {
    const [repositoryId = ''] = ids('repositoryId');
    const [first = '', second = ''] = ids('endedScan');
    const { organizationId } = organization;
    const repository = await world.store.get('repository', { organizationId, repositoryId });
    await ask('resolve-repository', { query: { fullName: repository?.fullName ?? '' } });
    await ask('quote-scan', { body: { repositoryId, commitHash } });
    const { json } = await ask('create-scan', { as: 'member', body: { repositoryId, commitHash } });
    await ask('get-scan', { params: { scanId: String(json['scanId']) } });
    await ask('cancel-scan', { params: { scanId: String(json['scanId']) } });
    await ask('compare-scans', { params: { scanId: first }, query: { with: second } });
    const badge = await ask('create-badge', { params: { repositoryId } });
    await ask('get-badge', {
      as: 'nobody',
      params: { file: String(badge.json['url']).split('/badges/')[1] ?? '' },
    });
  },
};

/** A history is quoted, counted by the workflow, scanned and canceled. */
const digging: Journey = {
  name: 'digging',
  tenant: 'alpha',
  go: async ({ ask, ids, organization: { organizationId } }) => {
    const [repositoryId = ''] = ids('repositoryId');
    const params = { repositoryId };
    const { json } = await ask('quote-history-scan', { as: 'member', params });
    const historyScanId = String(json['historyScanId']);
    const quoting = await world.store.get('historyScan', { organizationId, repositoryId, historyScanId });
    if (!quoting) throw new Error('the quote is not stored');
    await write(world.store, [endQuote(quoting, { commits: 2, files: 10_001, gaps: [] }, noon)]);
    await ask('start-history-scan', { as: 'member', params, body: { historyScanId } });
    await ask('get-history-scan', { params: { repositoryId, historyScanId } });
    await ask('list-history-scans', { params });
    await ask('cancel-history-scan', { params: { repositoryId, historyScanId } });
  },
};

/** A finding of the default branch gets a person, notes and a ticket. */
const triaging: Journey = {
  name: 'triaging',
  tenant: 'alpha',
  go: async ({ ask, organization }) => {
    const { json } = await ask('list-tracked-findings', { query: { state: 'fixed' } });
    const [finding] = json['items'] as { fingerprint: string }[];
    const params = { fingerprint: finding?.fingerprint ?? '' };
    const { headers } = await ask('get-tracked-finding', { params });
    const { personId } = organization.as('member');
    await ask('change-tracked-finding', {
      as: 'member',
      params,
      headers: { 'If-Match': headers['etag'] ?? '*' },
      body: { assignee: personId, notes: markOf('alpha'), ticket: 'https://tickets.example.com/SHOP-1' },
    });
  },
};

/** A bundle is released, and its release is changed and read. */
const releasing: Journey = {
  name: 'releasing',
  tenant: 'alpha',
  go: async ({ ask, ids }) => {
    const [repositoryId = ''] = ids('repositoryId');
    const { json } = await ask('create-bundle', { body: { name: 'Shop', members: [{ repositoryId }] } });
    const bundle = { bundleId: String(json['bundleId']) };
    const { headers } = await ask('get-bundle', { params: bundle });
    const ifMatch = { 'If-Match': headers['etag'] ?? '*' };
    await ask('change-bundle', { params: bundle, body: { name: 'Store' }, headers: ifMatch });
    await ask('release-bundle', { params: bundle, body: { version: '1.0.0' } });
    const release = { ...bundle, version: '1.0.0' };
    const got = await ask('get-release', { params: release });
    await ask('change-release', {
      params: release,
      body: { supportUntil: '2032-01-01T00:00:00Z' },
      headers: { 'If-Match': got.headers['etag'] ?? '*' },
    });
    for (const document of ['sbom', 'vex', 'verdict', 'advisories', 'attestation'])
      await ask('get-release-document', { params: { ...release, document } });
    await ask('remove-bundle', { params: bundle });
  },
};

const packId = '20260310-9';

/** The pack that the workflow made of a request. */
const readyPack = (organizationId: string, requestedBy: string): AuditorPack => ({
  organizationId,
  packId,
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
  include: [],
  state: 'ready',
  objectName: `${packId}/attempt-1/auditor-pack-${packId}.zip`,
  requestedAt: noon.toISOString(),
  requestedBy,
  expiresAt: later(86_400).toISOString(),
  version: 2,
});

/** A pack for an auditor is shared by a link. */
const auditing: Journey = {
  name: 'auditing',
  tenant: 'bravo',
  go: async ({ ask, organization }) => {
    const { organizationId } = organization;
    const item = readyPack(organizationId, organization.as('owner').personId);
    await write(world.store, [{ change: 'insert', record: 'auditorPack', item }]);
    await ask('get-auditor-pack', { params: { packId } });
    const { json } = await ask('create-pack-link', { params: { packId }, body: {} });
    const link = String(json['url']).split('#')[1] ?? '';
    await ask('open-shared', { as: 'nobody', body: { link } });
    await ask('revoke-pack-link', { params: { packId, linkId: String(json['linkId']) } });
  },
};

/** Waivers are requested, rejected and renewed. */
const waiving: Journey = {
  name: 'waiving',
  tenant: 'alpha',
  go: async ({ ask }) => {
    const body = {
      match: { rule: 'private-key' },
      reason: 'a sample of the documentation',
      expiresAt: later(30 * 86_400).toISOString(),
    };
    const requested = await ask('create-waiver', { as: 'member', body });
    await ask('reject-waiver', { params: { waiverId: String(requested.json['waiverId']) } });
    const active = await ask('create-waiver', { body });
    const params = { waiverId: String(active.json['waiverId']) };
    await ask('renew-waiver', { params, body: { expiresAt: later(60 * 86_400).toISOString() } });
  },
};

export const scanningJourneys: readonly Journey[] = [
  scanning,
  digging,
  triaging,
  releasing,
  auditing,
  waiving,
];
