import { describe, expect, test } from 'vitest';
import { address, canary, loginService, me, userWorld } from '#test/support/cli/login-world.ts';
import { scriptedFetch } from '#test/support/cli/scripted-fetch.ts';

const service = () => scriptedFetch(() => ({ json: me }));
const organization = me.memberships[0]?.organizationId;

describe('whoami', () => {
  test('after a login: the person, the organization, the service, and the expiry of the token', async () => {
    const { run } = userWorld();
    await run(['login', '--url', address], loginService());
    const { exitCode, out } = await run(['whoami'], service());
    expect([exitCode, out]).toEqual([
      0,
      'ada@example.com, admin of Example\n' +
        `organization: ${organization}\n` +
        `service: ${address}\n` +
        'credential: scangate login, until 2026-06-08\n',
    ]);
  });

  test('SCANGATE_TOKEN overrides what is stored, and is not shown', async () => {
    const { run } = userWorld();
    await run(['login', '--url', address], loginService());
    const { fetch, sent } = service();
    const environment = { SCANGATE_TOKEN: `sgs_${'s'.repeat(36)}` };
    const { out } = await run(['whoami'], { fetch, environment });
    expect(out).toContain('credential: SCANGATE_TOKEN\n');
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${environment.SCANGATE_TOKEN}`,
    ]);
    expect(out).not.toContain(environment.SCANGATE_TOKEN);
  });

  test('--json is one document, without the token', async () => {
    const { run } = userWorld();
    await run(['login', '--url', address], loginService());
    const { out } = await run(['whoami', '--json'], service());
    expect(JSON.parse(out)).toEqual({
      address,
      personId: me.personId,
      email: me.email,
      organization: { organizationId: organization, name: 'Example', role: 'admin' },
      credential: { from: 'login', expiresAt: '2026-06-08T12:00:00.000Z' },
      exit: { code: 0, because: 'pass' },
    });
  });

  test('a person without a membership, and names with terminal control characters', async () => {
    const environment = { SCANGATE_TOKEN: canary, SCANGATE_URL: address };
    const none = await userWorld().run(['whoami'], {
      ...scriptedFetch(() => ({ json: { ...me, email: 'a\u001b[31m@example.com', memberships: [] } })),
      environment,
    });
    expect(none.out.split('\n')[0]).toBe('a\\u001b[31m@example.com');
  });

  test.each([`${canary}\n`, `${canary}\nX: 1`, `${canary} `, 'é'])(
    'exits with 6 for the variable %j, which is neither sent nor repeated',
    async (token) => {
      const { fetch, sent } = service();
      const environment = { SCANGATE_TOKEN: token, SCANGATE_URL: address };
      const { exitCode, out, log } = await userWorld().run(['whoami'], { fetch, environment });
      expect([exitCode, sent]).toEqual([6, []]);
      expect(out + log).not.toContain('Canary');
    },
  );
});
