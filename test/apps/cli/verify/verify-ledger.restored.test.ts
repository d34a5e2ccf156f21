import { beforeAll, expect, test, vi } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { RestorableLedger } from '#test/support/billing/restorable-ledger.ts';

let ledger: RestorableLedger;
let exported = '';
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  ledger = await RestorableLedger.open();
  await ledger.seal();
  const kept = await ledger.keep();
  await ledger.book(7);
  await ledger.seal();
  await ledger.restore(kept);
  await ledger.continueFrom(kept);
  await ledger.book(3);
  await ledger.seal();
  exported = await ledger.export();
});

type Edit = (text: string) => string;

/** Verifies the export with the statements of the locked bucket, some of them edited. */
const run = async (edit: Edit = (text) => text) => {
  const files = [...ledger.kept].map(([name, bytes]) => ({
    name,
    bytes: Buffer.from(edit(Buffer.from(bytes).toString())),
  }));
  const key = Buffer.from(ledger.publicKey.export({ type: 'spki', format: 'pem' }));
  const { exitCode, out } = await runMain(
    ['verify', 'ledger', 'l.csv', '--statements', 's', '--public-key', 'k'],
    {
      files: {
        stream: async function* () {
          yield exported;
        },
        readEach: async (path) => (path === 'k' ? [{ name: 'k', bytes: key }] : files),
      },
    },
  );
  return { exitCode, out };
};

test('0: a restored ledger verifies, and says what was lost and under which statement', async () => {
  const { exitCode, out } = await run();
  expect([exitCode, out]).toEqual([
    0,
    expect.stringContaining(
      [
        'core: restored to 2026-03-10T14:00:00.000Z. Entries between then and the restoration, stated at 2026-03-10T18:00:00.000Z, were lost.',
        '  The balance was 107 and became 100 (-7 credits).',
        '  Signed statement 3 replaces 2 to 2; the chain continues after segment 1.',
        '',
      ].join('\n'),
    ),
  ]);
});

test.each<[string, Edit]>([
  ['the restored instant', (text) => text.replace(/"restoredTo":"2026/, '"restoredTo":"2025')],
  ['what was lost', (text) => text.replace('"balanceAfter":100', '"balanceAfter":107')],
  ['what is superseded', (text) => text.replace(/"digest":"./, '"digest":"x')],
])('1: a restoration in which somebody changed %s is not signed', async (_, edit) => {
  const { exitCode, out } = await run(edit);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('000000003.json is not signed by this key')]);
});

test.each<[string, Edit]>([
  ['an unknown kind', (text) => text.replace('"kind":"restoration"', '"kind":"other"')],
  ['no list of statements', (text) => text.replace(/"superseded":\[[^\]]*\]/, '"superseded":{}')],
  ['no instant', (text) => text.replace(/"restoredTo":"[^"]*"/, '"restoredTo":"soon"')],
])('6: a statement with %s cannot be used', async (_, edit) => {
  expect((await run(edit)).exitCode).toBe(6);
});
