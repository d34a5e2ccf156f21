import { describe, expect, test } from 'vitest';
import { commands } from '@scangate/cli/commands/index';
import { runMain } from '#test/support/cli/run-main.ts';
import { canary } from '#test/support/cli/scripted-service.ts';

const refusal = async (...args: string[]) => {
  const { exitCode, out, log } = await runMain(args);
  expect([exitCode, out]).toEqual([6, '']);
  return log.trimEnd();
};

describe('an unknown argument exits with 6, and the nearest name', () => {
  test.each([
    [[], 'Name a command.'],
    [['scna'], 'There is no command "scna". Did you mean scan?'],
    [['verify'], 'verify needs one of attestation, proof, ledger, erasure.'],
    [['verify', 'legder'], 'Did you mean verify ledger?'],
    [['policy', 'chekc', 'x'], 'Did you mean policy check?'],
    [['--quiet', 'scan'], 'The command comes first'],
    [['scan', '--comit', 'x'], 'scan has no flag --comit. Did you mean --commit?'],
    [['scan', '-x'], 'scan has no flag --x.'],
    [['scan', '--json=yes'], '--json takes no value.'],
    [['scan', '--commit'], '--commit needs HASH.'],
    [['scan', '--commit', '--quiet'], '--commit needs HASH.'],
    [['scan', '--commit='], '--commit needs a value.'],
    [['scan', '--commit', 'a', '--commit', 'b'], '--commit is given more than once.'],
    [['scan', '--types', 'scaa'], 'Did you mean sca?'],
    [['scan', '--timeout', '1e3'], '--timeout is a whole number from 1 to 86400.'],
    [['scan', '--timeout', '0x10'], '--timeout is a whole number'],
    [['scan', '--interval', '61'], '--interval is a whole number from 1 to 60.'],
    [['scan', '--color', 'ever'], 'Did you mean never?'],
    [['wait'], 'wait needs ID.'],
    [['wait', ''], 'wait needs ID.'],
    [['wait', 'a', 'b'], 'wait does not take "b".'],
    [['completion', 'fsih'], 'Did you mean fish?'],
    [['scan', '--__proto__', 'x'], 'scan has no flag'],
    [['constructor'], 'There is no command "constructor".'],
  ])('%j', async (args, message) => {
    expect(await refusal(...args)).toContain(message);
  });

  test('no refusal repeats a token or a terminal control character', async () => {
    for (const args of [
      [canary],
      ['scan', canary, canary],
      ['wait', 'a', canary],
      ['scan', `--x${canary}`],
      [`--${canary}`],
    ])
      expect(await refusal(...args)).not.toContain('CANARY');
    expect(await refusal('a\u001b[2J')).toContain('\\u001b[2J');
  });
});

describe('the table', () => {
  test('has each command once, with a summary and an example that parses', async () => {
    const names = commands.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, summary, example } of commands) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
      expect(example).toMatch(new RegExp(`scangate ${name}\\b`));
    }
  });

  test('has a name and a summary for each flag', () => {
    for (const { flags } of commands)
      for (const [name, { summary }] of Object.entries(flags)) {
        expect(name).toMatch(/^[a-z][a-z-]+$/);
        expect(summary).not.toBe('');
      }
  });
});

describe('help', () => {
  test('fits 80 columns and has an example, for every command', async () => {
    for (const { name, example } of commands) {
      const { exitCode, out } = await runMain([...name.split(' '), '--help']);
      expect([name, exitCode]).toEqual([name, 0]);
      expect(out).toContain(example);
      const wide = out.split('\n').filter((line) => line.length > 80 && !line.includes(example));
      expect([name, wide]).toEqual([name, []]);
    }
  });

  test('lists all commands, those of a group, and one by its name', async () => {
    const { out } = await runMain(['--help']);
    for (const { name } of commands) expect(out).toContain(`  ${name} `);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect((await runMain(['verify', '--help'])).out).not.toContain('login');
    expect((await runMain(['help', 'verify', 'ledger'])).out).toContain('Usage: scangate verify ledger FILE');
    expect((await runMain(['--version'])).out).toBe('scangate 0.0.0\n');
  });

  test('a failure is reported as JSON, too, when JSON is requested', async () => {
    const { exitCode, out } = await runMain(['wait', 'x', '--json']);
    expect([exitCode, JSON.parse(out)]).toMatchObject([6, { exit: { code: 6, because: 'address_refused' } }]);
  });
});
