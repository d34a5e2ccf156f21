import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readZip } from '#test/support/offboarding/read-zip.ts';
import { consoleUrl, consoleWorld } from '#test/support/console/console-world.ts';
import { loadAdvisories, makeRepository, type TestCloud } from '#test/support/local/cloud.ts';

/** A proof and an auditor pack on the whole service; the pack is opened by its link in a private window. */

const lockfile = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { left: '*' } },
    'node_modules/left': {
      version: '1.0.0',
      license: 'MIT',
      resolved: 'https://registry.npmjs.org/left/-/left-1.0.0.tgz',
      integrity: `sha512-${Buffer.alloc(64).toString('base64')}`,
    },
  },
});

const advisory = {
  schema_version: '1.6.0',
  id: 'GHSA-xvch-5gv4-984h',
  modified: '2024-01-01T00:00:00Z',
  summary: 'Prototype pollution in minimist',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'minimist' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }] }],
    },
  ],
};

let cloud: TestCloud;
let token: string;
let organizationId: string;
let scanId: string;
const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
const at = (name: string): string => join(folder, name);

const bytesOf = async (path: string, credential?: string): Promise<Buffer> => {
  const headers = credential === undefined ? {} : { Authorization: `Bearer ${credential}` };
  const answer = await fetch(path.startsWith('http') ? path : consoleUrl() + path, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
};

describe('evidence', () => {
  beforeAll(async () => {
    ({ cloud } = consoleWorld());
    await loadAdvisories(cloud, [advisory]);
    const made = await cloud.newOrganization();
    [organizationId, token] = [made.organizationId, made.tokens['owner'] ?? ''];
    const { path, hashes } = makeRepository({
      'package-lock.json': lockfile,
      'package.json': '{"name":"x"}',
    });
    const connected = await cloud.ask('POST', '/v1/repositories', { token, body: { url: path } });
    const body = { repositoryId: connected.body['repositoryId'], commitHash: hashes[0] };
    const created = await cloud.ask('POST', '/v1/scans', { token, body });
    scanId = String(created.body['scanId']);
    await cloud.ask('GET', `/v1/scans/${scanId}/wait?timeout=60&interval=1`, { token });
    writeFileSync(at('keys.json'), await bytesOf('/.well-known/scangate/keys'));
  }, 180_000);

  describe('a proof', () => {
    test('is the same zip each time, and is valid with the published keys', async () => {
      const path = `/v1/scans/${scanId}/proof`;
      const [one, two] = [await bytesOf(path, token), await bytesOf(path, token)];
      expect(one.equals(two)).toBe(true);
      writeFileSync(at('proof.zip'), one);
      execFileSync('unzip', ['-t', at('proof.zip')]);
      const asked = ['verify', 'attestation', at('proof.zip'), '--keys', at('keys.json')];
      const script = join(import.meta.dirname, '../../../bin/scangate.mjs');
      const said = execFileSync(process.execPath, [script, ...asked, '--organization', organizationId]);
      expect(said.toString()).toMatch(/holds/i);
    });
  });

  describe('an auditor pack', () => {
    let packId: string;
    let link: string;

    const openLink = async (secret: string) => {
      const { status, body } = await cloud.ask('POST', '/v1/shared', { body: { link: secret } });
      return { status, code: body['code'], url: String(body['url']) };
    };

    beforeAll(async () => {
      const clock = await cloud.ask('GET', '/_local/clock');
      const now = Date.parse(String(clock.body['now']));
      const body = {
        from: new Date(now - 300 * 86_400_000).toISOString(),
        to: new Date(now + 60_000).toISOString(),
        include: ['findings', 'sbom'],
      };
      const requested = await cloud.ask('POST', '/v1/auditor-packs', { token, body });
      if (requested.status !== 202) throw new Error(requested.text);
      packId = String(requested.body['packId']);
      await vi.waitFor(
        async () => {
          const { body: pack } = await cloud.ask('GET', `/v1/auditor-packs/${packId}`, { token });
          if (pack['state'] !== 'ready') throw new Error(JSON.stringify(pack));
        },
        { timeout: 90_000, interval: 500 },
      );
      const path = `/v1/auditor-packs/${packId}/links`;
      const made = await cloud.ask('POST', path, { token, body: {} });
      link = String(made.body['url']);
    }, 120_000);

    test('is read in a private window by its link, whose secret is sent in no URL', async () => {
      const context = await consoleWorld().browser.newContext({ acceptDownloads: true });
      const page = await context.newPage();
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      const secret = link.split('#')[1] ?? '';
      await page.goto(`${consoleUrl()}/console/shared#${secret}`);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ]);
      await download.saveAs(at('pack.zip'));
      expect(page.url()).not.toContain(secret);
      expect(addresses.filter((address) => address.split('#')[0]?.includes(secret))).toEqual([]);
      await context.close();
      const files = await readZip(readFileSync(at('pack.zip')));
      expect(files['verdicts.jsonl']).toContain(scanId);
      expect(files['sboms.jsonl']).toContain('CycloneDX');
      writeFileSync(at('ledger.csv'), files['ledger.csv'] ?? '');
      const script = join(import.meta.dirname, '../../../bin/scangate.mjs');
      execFileSync(process.execPath, [script, 'verify', 'ledger', at('ledger.csv')]);
      const asked = ['verify', 'attestation', at('pack.zip'), '--keys', at('keys.json')];
      execFileSync(process.execPath, [script, ...asked, '--organization', organizationId]);
    });

    test('is refused with 402 below Team', async () => {
      const { tokens } = await cloud.newOrganization({ plan: 'Starter' });
      const body = { from: '2026-01-01', to: '2026-02-01' };
      const refused = await cloud.ask('POST', '/v1/auditor-packs', { token: tokens['owner'] ?? '', body });
      expect([refused.status, refused.body['capability']]).toEqual([402, 'auditor_export']);
    });

    test('is not found by its link once it has expired', async () => {
      const path = `/v1/auditor-packs/${packId}/links`;
      const short = await cloud.ask('POST', path, { token, body: { hours: 1 } });
      const [day, hour] = [link, String(short.body['url'])].map((url) => url.split('#')[1] ?? '');
      expect((await openLink(hour ?? '')).status).toBe(200);
      await cloud.ask('POST', '/_local/clock', { body: { advanceSeconds: 3_601 } });
      expect(await openLink(hour ?? '')).toMatchObject({ status: 404, code: 'link_not_found' });
      expect((await openLink(day ?? '')).status).toBe(200);
    });
  });
});
