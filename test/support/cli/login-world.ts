import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runMain, type MainRun, type MainWorld } from './run-main.ts';
import { scriptedFetch, type ScriptedAnswer, type SentRequest } from './scripted-fetch.ts';

export const address = 'https://scangate.example';
/** A token that must not occur in any output, file name or message. */
export const canary = `sgp_${'Canary9'.repeat(6).slice(0, 36)}`;
export const tokenId = '00000000-0000-4000-8000-0000000000aa';

export const me = {
  personId: '00000000-0000-4000-8000-0000000000bb',
  email: 'ada@example.com',
  memberships: [
    {
      organizationId: '00000000-0000-4000-8000-0000000000cc',
      name: 'Example',
      role: 'admin',
      joinedAt: '2026-01-01T00:00:00.000Z',
    },
  ],
  tokens: 1,
};

export const started = {
  deviceCode: `sgv_${'d'.repeat(36)}`,
  userCode: 'BCDF-GHJK',
  verificationUri: `${address}/console/device`,
  expiresIn: 600,
  interval: 5,
};

export const granted = { token: canary, tokenId, expiresAt: '2026-06-08T12:00:00.000Z' };

export const refusal = (status: number, code: string, members: object = {}) => ({
  status,
  json: { status, code, title: code, detail: `It is ${code}.`, ...members },
});

export const pathOf = ({ method, url }: SentRequest): string => `${method} ${new URL(url).pathname}`;

/** A service that logs a command line in: it answers polls with the given answers, and then grants. */
export const loginService = (
  polls: ReturnType<ScriptedAnswer>[] = [],
  more: Partial<typeof started> = {},
) => {
  const waiting = [...polls];
  return scriptedFetch((request) => {
    switch (pathOf(request)) {
      case 'POST /v1/device':
        return { status: 201, json: { ...started, ...more } };
      case 'POST /v1/device/token':
        return waiting.shift() ?? { json: granted };
      case 'GET /v1/me':
        return { json: me };
      case `DELETE /v1/tokens/${tokenId}`:
        return { status: 204 };
      default:
        return refusal(404, 'not_found');
    }
  });
};

/** The configuration folder of a test, and the command line in it. */
export const userWorld = () => {
  const home = mkdtempSync(join(tmpdir(), 'scangate-login-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const run = (args: readonly string[], { environment, ...world }: MainWorld = {}): Promise<MainRun> =>
    runMain(args, { ...world, environment: { HOME: home, ...environment } });
  return { home, file: join(home, '.config/scangate/credentials.json'), run };
};
