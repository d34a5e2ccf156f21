import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { emptyAdvisoryIndex } from '@scangate/engines/advisories/advisory-index';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Liveness, SecretCandidate } from '@scangate/engines/model/gate/secret-liveness';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { judgedScans } from '#test/support/scans/judged-scans.ts';

const token = `r8_${fake(base62, 37, 1)}`;
const files = { 'test/a.env': `A=${token}\n`, 'package.json': '{}' };
const verifying = { ...defaultPolicy, verifySecrets: 'on' as const };

const scansWith = async (liveness: Liveness) => {
  const store = new MemoryStore();
  const scans = await judgedScans(store, emptyAdvisoryIndex);
  const asked: SecretCandidate[] = [];
  const checks: number[] = [];
  scans.world.providersOfSecrets.open = (most) => {
    checks.push(most);
    return {
      accepts: ({ rule }) => rule === 'replicate-token',
      verify: async (candidates) => {
        asked.push(...candidates);
        return candidates.map(() => liveness);
      },
    };
  };
  return { ...scans, store, asked, checks };
};

test('without the policy no request to a provider is made', async () => {
  const { scan, asked, checks } = await scansWith('live');
  const ended = await scan(files, { scanTypes: ['secrets'] });
  expect(ended.verdict).toMatchObject({ verdict: 'PASS' });
  expect({ asked, checks }).toEqual({ asked: [], checks: [] });
});

test('with the policy a live secret fails the gate even in a folder of tests, with the checks of a scan bounded', async () => {
  const { scan, setPolicy, asked, checks } = await scansWith('live');
  await setPolicy(verifying);
  const ended = await scan(files, { scanTypes: ['secrets'] });
  expect(ended.verdict).toMatchObject({ verdict: 'FAIL', reason: 'critical_secrets_found' });
  expect(asked).toEqual([{ rule: 'replicate-token', secret: token }]);
  expect(checks).toEqual([200]);
});

test('liveness is recorded when the unit is scanned: judging it again makes no request', async () => {
  const { scan, setPolicy, world, asked, organizationId } = await scansWith('revoked');
  await setPolicy(verifying);
  const ended = await scan(files, { scanTypes: ['secrets'] });
  const documents = [...world.blobs.objects.values()].map((one) => Buffer.from(one).toString());
  expect(documents.filter((text) => text.includes('"liveness":"revoked"')).length).toBeGreaterThan(0);
  expect(ended.organizationId).toBe(organizationId);
  expect(asked).toHaveLength(1);
});

test('the secret is in no record, no object and no log', async () => {
  const { scan, setPolicy, world, store } = await scansWith('live');
  await setPolicy(verifying);
  await scan(files, { scanTypes: ['secrets'] });
  const results = [...world.blobs.objects].filter(([key]) => !key.includes('work'));
  expect(results.length).toBeGreaterThan(0);
  const stored = results.map(([, content]) => Buffer.from(content).toString()).join('\n');
  expect(stored).toContain('"liveness":"live"');
  expect(stored).not.toContain(token);
  expect(JSON.stringify(store.all('scan'))).not.toContain(token);
});
