import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slackChat } from '#adapters/providers/slack/slack.ts';
import type { ProviderServer } from '@scangate/emulator-providers/open-providers';
import type { OutboundFetch } from '#ports/outbound.ts';
import { contractsOf } from '#test/support/integrations/contract.ts';
import { openLocalProviders } from '#test/support/integrations/local-providers.ts';
import { recordingFetch } from '#test/support/integrations/record-contract.ts';

let providers: ProviderServer;
let fetch: OutboundFetch;
let folder: string;
beforeAll(async () => {
  ({ providers, fetch } = await openLocalProviders());
  folder = mkdtempSync(join(tmpdir(), 'contracts-'));
  cpSync('lib/adapters/providers/slack/contract', folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await providers.close();
});

const connection = (channel: string, botToken: string) => ({
  settings: { channel },
  credential: { botToken },
});
const recorded = (name: string) => readFileSync(join(folder, `${name}.json`), 'utf8');

test('an answer is recorded with its shape, and without the token, names and texts of the account', async () => {
  const contracts = contractsOf('slack');
  const replacements = { '/slack/api': '/api' };
  const recording = recordingFetch(fetch, { folder, contracts, replacements });
  await slackChat(recording, providers.origins).check(connection('C0SECURITY', 'xoxb-local-bot'));
  expect(JSON.parse(recorded('auth-test'))).toMatchObject({
    source: 'recorded',
    answer: { status: 200, body: { ok: true, team: 'text', is_enterprise_install: false } },
  });
  for (const name of ['auth-test', 'post-message'])
    expect(JSON.stringify((JSON.parse(recorded(name)) as { answer: object }).answer)).not.toMatch(
      /xoxb|Local workspace|Scangate/,
    );
});

test('a request without a recorded contract fails', async () => {
  const recording = recordingFetch(fetch, { folder, contracts: [], replacements: {} });
  await expect(
    slackChat(recording, providers.origins).check(connection('C0SECURITY', 'xoxb-local-bot')),
  ).rejects.toThrow('no contract has POST');
});
