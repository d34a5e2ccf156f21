import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loginService, refusal, userWorld } from '#test/support/cli/login-world.ts';

const page = readFileSync('docs/clients/credentials.md', 'utf8');

/** The commands of the page with what they answer, in the order of the page. */
const sessions = [...page.matchAll(/```text\n\$ scangate (.+)\n([\s\S]*?)```/g)].map(
  ([, args = '', answer = '']) => ({ args: args.split(' '), answer }),
);

test('the commands of the page print what it shows, one after the other', async () => {
  const { run } = userWorld();
  expect(sessions.map(({ args }) => args[0])).toEqual(['login', 'whoami', 'logout']);
  for (const { args, answer } of sessions) {
    const pending = refusal(400, 'authorization_pending');
    const { exitCode, out, log } = await run(args, loginService(args[0] === 'login' ? [pending] : []));
    expect([exitCode, log + out]).toEqual([0, answer]);
  }
});
