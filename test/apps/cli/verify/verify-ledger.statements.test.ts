import { generateKeyPairSync, sign } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { sealEntries, sealedRow, type LedgerRow } from '@scangate/domain/ledger/seal-ledger';
import { sealStatement, statementText } from '@scangate/domain/ledger/seal-statement';
import type { RecordKeys } from '@scangate/domain/record-changes';
import type { LedgerEntry, LedgerSeal } from '@scangate/domain/records';
import { accountId, corePool, csvOf, entriesUpTo } from '#test/support/billing/sealed-ledger.ts';
import { noon } from '#test/support/world.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }));
const der = publicKey.export({ type: 'spki', format: 'der' });

const sastPool = { ...corePool, pool: 'sast' } as const;

/** Seals entries in segments, as the service does, and signs each segment. */
const seal = (entries: readonly LedgerEntry[], size = 3, pool: RecordKeys['pool'] = corePool) => {
  const seals: LedgerSeal[] = [];
  const rows: LedgerRow[] = [];
  for (let from = 0; from < entries.length; from += size) {
    const some = entries.slice(from, from + size);
    const sealed = sealEntries(pool, { last: seals.at(-1), entries: some }, noon.toISOString());
    seals.push(sealed);
    rows.push(...some.map((entry, index) => sealedRow(entry, sealed, index + 1)));
  }
  return { seals, text: csvOf(rows), rows };
};
const signed = (one: LedgerSeal, key = privateKey) => {
  const statement = sealStatement(one);
  const signature = sign('sha256', Buffer.from(statementText(statement)), key).toString('base64');
  return { name: `${one.number}.json`, bytes: Buffer.from(JSON.stringify({ statement, signature })) };
};

type Statements = ReturnType<typeof signed>[];
const run = async (text: string, statements: Statements, more: string[] = [], key: Uint8Array = pem) => {
  const { exitCode, out, log } = await runMain(
    ['verify', 'ledger', 'l.csv', '--statements', 's', '--public-key', 'k', ...more],
    {
      files: {
        stream: async function* () {
          yield text;
        },
        readEach: async (path) => (path === 'k' ? [{ name: 'k', bytes: key }] : statements),
      },
    },
  );
  return { exitCode, out, notes: log.trimEnd() };
};

const original = seal(entriesUpTo(10));
const statements = original.seals.map((one) => signed(one));

describe('0: the file matches what was signed', () => {
  test.each([
    ['PEM', pem],
    ['DER', der],
    ['base64', Buffer.from(der.toString('base64'))],
  ])('with a key in %s', async (_form, key) => {
    const { exitCode, out } = await run(original.text, statements, [], key);
    expect([exitCode, out]).toEqual([
      0,
      expect.stringContaining('core: 4 segments match their signed statements'),
    ]);
  });

  test('with only the newest statement, and with a file that begins in the middle', async () => {
    expect((await run(original.text, statements.slice(-1))).exitCode).toBe(0);
    expect((await run(csvOf(original.rows.slice(4)), statements)).exitCode).toBe(0);
  });

  test('with a file that ends early, if that is stated', async () => {
    const early = csvOf(original.rows.slice(0, 6));
    expect((await run(early, statements)).exitCode).toBe(1);
    expect((await run(early, statements, ['--ends-early'])).exitCode).toBe(0);
  });
});

describe('1: the file does not match what was signed', () => {
  test('a chain that was recomputed as a whole after any change of an entry', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(9), fc.integer({ min: 1, max: 500 }), async (index, more) => {
        const entries = entriesUpTo(10);
        const changed = { ...entries[index]!, amount: entries[index]!.amount + more };
        const { text } = seal(entries.with(index, changed));
        const { exitCode, out } = await run(text, statements);
        expect([exitCode, out]).toEqual([1, expect.stringContaining('is not the one that was signed')]);
      }),
      { numRuns: 30 },
    );
  });

  test('a chain that was truncated at the end of a segment', async () => {
    const { text } = seal(entriesUpTo(9));
    const { exitCode, out } = await run(text, statements);
    expect([exitCode, out]).toEqual([
      1,
      'Not unchanged: segment 4 of core was sealed and signed, but is not in the file.\n',
    ]);
  });

  test('a statement that another key signed, or whose text was changed', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const forged = original.seals.map((one, index) => (index === 2 ? signed(one, other) : signed(one)));
    const text =
      'Not unchanged: the statement 3.json is not signed by this key: it was changed, or another key signed it.\n';
    expect(await run(original.text, forged)).toMatchObject({ exitCode: 1, out: text });
    const balance = original.seals[2]!.balance;
    const edited = statements.map(({ name, bytes }) => ({
      name,
      bytes: Buffer.from(bytes.toString().replace(`"balance":${balance}`, `"balance":${balance + 1}`)),
    }));
    expect(await run(original.text, edited)).toMatchObject({ exitCode: 1, out: text });
  });

  test('a statement without a signature', async () => {
    const bare = {
      name: '2.json',
      bytes: Buffer.from(JSON.stringify({ statement: sealStatement(original.seals[1]!) })),
    };
    expect(await run(original.text, statements.with(1, bare))).toMatchObject({
      exitCode: 1,
      out: 'Not unchanged: the statement 2.json is not signed.\n',
    });
  });

  test.each([
    ['in the middle', 2],
    ['of the newest segment', 4],
  ])('a statement that is missing %s', async (_, number) => {
    const { exitCode, out } = await run(original.text, statements.toSpliced(number - 1, 1));
    const reason = `segment ${number} of core is sealed, but its signed statement is missing`;
    expect([exitCode, out]).toEqual([1, expect.stringContaining(reason)]);
  });

  test('a segment that was added after the signed ones', async () => {
    const before = seal(entriesUpTo(9)).seals.map((one) => signed(one));
    const { exitCode, out } = await run(seal(entriesUpTo(10)).text, before);
    expect([exitCode, out]).toEqual([1, expect.stringContaining('segment 4 of core')]);
  });

  test('every statement of a pool is missing', async () => {
    const sast = seal(
      entriesUpTo(4).map((entry) => ({ ...entry, pool: 'sast' as const })),
      4,
      sastPool,
    );
    const { exitCode, out } = await run(csvOf([...original.rows, ...sast.rows]), statements);
    const reason = 'segment 1 of sast is sealed, but its signed statement is missing';
    expect([exitCode, out]).toEqual([1, expect.stringContaining(reason)]);
  });

  test('two signed statements about one segment', async () => {
    const other = seal(entriesUpTo(10).map((entry) => ({ ...entry, amount: 1 })));
    const both = [...statements, signed(other.seals[0]!)];
    expect((await run(original.text, both)).exitCode).toBe(1);
  });
});

describe('6: the statements cannot be used', () => {
  test.each([
    ['no JSON', [{ name: 'a.json', bytes: Buffer.from('{') }], pem],
    ['no statement', [{ name: 'a.json', bytes: Buffer.from('{"statement":{}}') }], pem],
    ['none', [], pem],
    [
      'of several accounts',
      [...statements, signed({ ...original.seals[0]!, accountId: `${accountId}0` })],
      pem,
    ],
    ['no key', statements, Buffer.from('hello')],
  ])('%s', async (_case, some, key) => {
    expect((await run(original.text, some, [], key)).exitCode).toBe(6);
  });

  test('one option without the other', async () => {
    const { exitCode } = await runMain(['verify', 'ledger', 'l.csv', '--statements', 's']);
    expect(exitCode).toBe(6);
  });
});
