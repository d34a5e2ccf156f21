import { describe, expect, test } from 'vitest';
import { commentMarker } from '@scangate/domain/integrations/checks/check-text';
import { runMain } from '#test/support/cli/run-main.ts';
import { scriptedFetch, type SentRequest } from '#test/support/cli/scripted-fetch.ts';

const scanId = '3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10';
const repositoryId = '7c1f0a3e-8a0b-4c1e-9a57-2f4f8f6f3f10';
const scan = {
  scanId,
  repositoryId,
  status: 'completed',
  commitHash: 'a'.repeat(40),
  checksBy: 'client',
  pullRequest: { number: 7 },
};

const environment = {
  SCANGATE_URL: 'https://scangate.example',
  SCANGATE_TOKEN: `sgs_${'a'.repeat(43)}`,
  SCANGATE_ORGANIZATION: '0d4ac6a2-8a0b-4c1e-9a57-2f4f8f6f3f10',
  GITHUB_TOKEN: 'ghs_canary',
};

interface Answers {
  shown?: Partial<typeof scan> & Record<string, unknown>;
  host?: (request: SentRequest) => { status?: number; json?: unknown };
}

const noComments = () => ({
  json: {
    data: {
      repository: {
        pullRequest: { id: 'PR_1', headRefOid: scan.commitHash, comments: { nodes: [], pageInfo: {} } },
      },
    },
  },
});

const run = async (args: string[], { shown = {}, host = noComments }: Answers = {}, more = {}) => {
  const { sent, fetch } = scriptedFetch((request) => {
    if (request.url.includes('api.github.com')) return host(request);
    if (request.url.endsWith('/findings')) return { text: '## Scangate: PASS' };
    if (request.url.includes('/v1/repositories/')) return { json: { url: 'https://github.com/acme/shop' } };
    return { json: { ...scan, ...shown } };
  });
  const ran = await runMain(['comment', scanId, ...args], {
    environment: { ...environment, ...more },
    fetch,
  });
  return { ...ran, sent };
};

const created = ({ sent }: { sent: readonly SentRequest[] }) =>
  sent.flatMap(({ body }) => {
    const { query = '', variables = {} } = (body ?? {}) as { query?: string; variables?: { body?: string } };
    return query.includes('addComment') ? [variables.body] : [];
  });

describe('scangate comment', () => {
  test('writes the report of the service below the marker', async () => {
    const ran = await run([]);
    expect([ran.exitCode, ran.log]).toEqual([0, 'The pull request has a comment.\n']);
    expect(created(ran)).toEqual([`${commentMarker}\n## Scangate: PASS`]);
  });

  test('writes nothing if the service writes the comment', async () => {
    const ran = await run([], { shown: { checksBy: 'service' } });
    expect([ran.exitCode, ran.log]).toEqual([0, 'No comment was written: the service writes it.\n']);
    expect(ran.sent).toHaveLength(1);
  });

  test('takes the pull request of the flag before that of the scan, and needs one', async () => {
    const ran = await run(['--pull-request', '9']);
    const asked = ran.sent.find(({ url }) => url.includes('api.github.com'));
    expect(asked?.body).toMatchObject({ variables: { number: 9 } });
    const without = await run([], { shown: { pullRequest: undefined } });
    expect(without.exitCode).toBe(6);
    expect(without.log).toContain('give --pull-request');
  });

  test('does not wait: a running scan is refused, with the command that waits', async () => {
    const ran = await run([], { shown: { status: 'running' } });
    expect([ran.exitCode, ran.log]).toEqual([6, `The scan has not ended: scangate wait ${scanId}\n`]);
  });

  test.each([403, 404, 422, 429, 500])(
    'a host that answers %d is a note, and does not change the exit code',
    async (status) => {
      const ran = await run([], { host: () => ({ status, json: { message: 'ask\u001b[2J later' } }) });
      expect(ran.exitCode).toBe(0);
      expect(ran.log).toMatch(new RegExp(`^No comment was written: GitHub answers ${status}: ask`));
      expect(ran.log).not.toContain('\u001b');
    },
  );

  test('shows no token, whatever fails', async () => {
    const hosts = [noComments, () => ({ status: 403, json: { message: 'no' } }), () => ({ status: 200 })];
    for (const host of hosts) {
      const { out, log } = await run(['--debug'], { host });
      expect(`${out}${log}`).not.toMatch(/ghs_canary|sgs_/);
    }
    const { log } = await run([], {}, { GITHUB_TOKEN: '' });
    expect(log).toMatch(/^No comment was written: GITHUB_TOKEN is not set/);
  });
});
