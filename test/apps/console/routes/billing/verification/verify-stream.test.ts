import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Verification,
  verifyStream as VerifyStream,
} from '@scangate/console/routes/billing/verification/verify-stream.ts';
import { buildBrowserModule, type BrowserModule } from '#test/support/console/browser-module.ts';
import { ledgerFiles, type LedgerFile } from '#test/support/console/damaged-ledgers.ts';
import { runMain } from '#test/support/cli/run-main.ts';

let built: BrowserModule;
let verifyStream: typeof VerifyStream;

beforeAll(async () => {
  built = await buildBrowserModule('routes/billing/verification/verify-stream.ts');
  ({ verifyStream } = (await import(built.file)) as { verifyStream: typeof VerifyStream });
});
afterAll(() => built.remove());

/** A file as a browser gets it, in pieces that cut letters and rows. */
const streamOf = (bytes: Buffer, pieceLength: number) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceLength)
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceLength)));
      controller.close();
    },
  });

const inBrowser = ({ bytes, heads }: LedgerFile, pieceLength = 37) =>
  verifyStream(streamOf(bytes, pieceLength), { heads });

const onCommandLine = ({ bytes, heads }: LedgerFile) =>
  runMain(['verify', 'ledger', 'l.csv', ...heads.flatMap((head) => ['--head', head])], {
    files: {
      stream: async function* () {
        yield bytes.toString('utf8');
      },
    },
  });

/** The answer of the browser in the words of the command line. */
const words = (verification: Verification): string => {
  if (verification.result === 'unreadable') return verification.reason;
  if (verification.result === 'changed') {
    const { line, cause, reason } = verification.fault;
    const row = line === undefined ? '' : `line ${line}${cause === undefined ? '' : ` (${cause})`}: `;
    return `Not unchanged: ${row}${reason}.`;
  }
  const sum = (field: 'sealed' | 'unsealed') =>
    verification.pools.reduce((all, pool) => all + pool[field], 0);
  return `${sum('sealed')} rows sealed and unchanged, ${sum('unsealed')} not sealed yet`;
};

test('browser and command line give the same answer on 50 ledgers, 40 of them damaged', async () => {
  expect(ledgerFiles).toHaveLength(50);
  for (const file of ledgerFiles) {
    const verification = await inBrowser(file);
    const { exitCode, out, log } = await onCommandLine(file);
    expect([file.name, verification.result !== 'unchanged']).toEqual([file.name, file.isDamaged]);
    expect([file.name, exitCode === 0]).toEqual([file.name, !file.isDamaged]);
    expect(`${file.name}: ${out}${log}`).toContain(words(verification));
    if (verification.result !== 'unchanged') continue;
    for (const { head = '' } of verification.pools) expect(out).toContain(head);
  }
});

test('the answer does not depend on how the file is chunked', async () => {
  for (const file of ledgerFiles) {
    const whole = await inBrowser(file, 1_000_000);
    expect(await inBrowser(file, 1)).toEqual(whole);
  }
});

test('a missing hash that was noted earlier is named', async () => {
  const [original] = ledgerFiles;
  if (!original) throw new Error('there is no ledger');
  const missing = 'ab'.repeat(32);
  expect(await inBrowser({ ...original, heads: [missing] })).toEqual({
    result: 'changed',
    fault: { reason: `the hash ${missing} that was noted earlier does not occur` },
  });
});

test('the first bad row ends the download', async () => {
  const bad = ledgerFiles.find(({ name }) => name.startsWith('another amount'));
  let isCanceled = false;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array(bad?.bytes ?? [])),
    cancel: () => void (isCanceled = true),
  });
  const { result } = await verifyStream(endless);
  expect([result, isCanceled]).toEqual(['changed', true]);
});

test('progress counts the bytes read, and a connection that breaks gives no result', async () => {
  const [original] = ledgerFiles;
  const told: number[] = [];
  const onProgress = (characters: number) => void told.push(characters);
  await verifyStream(streamOf(original?.bytes ?? Buffer.of(), 1000), { onProgress });
  expect(told.at(-1)).toBe(original?.bytes.toString('utf8').length);
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new TypeError('network')),
  });
  await expect(verifyStream(broken)).rejects.toThrow('network');
});

test('rows are not retained: a heap of 16 MB is enough for any number of them', async () => {
  const rows = 40_000;
  const source = `
    const { workerData, parentPort } = require('node:worker_threads');
    import(workerData.file).then(async ({ verifyStream }) => {
      const header = 'at,pool,kind,amount,source,motif,scanId,projectUnitId,sourceTrigger,invoiceId,organizationId,personId,cause,segment,position,previousHash,hash\\r\\n';
      let row = -1;
      const stream = new ReadableStream({
        pull(controller) {
          if (row >= workerData.rows) return controller.close();
          let text = row < 0 ? header : '';
          for (let piece = 0; piece < 1000; piece += 1) {
            row += 1;
            text += new Date(row * 1000).toISOString() + ',core,grant,1,,' + 'x'.repeat(900) + ',,,,,,,pack#' + row + ',,,,\\r\\n';
          }
          controller.enqueue(new TextEncoder().encode(text));
        },
      });
      parentPort.postMessage(await verifyStream(stream));
    });`;
  const worker = new Worker(source, {
    eval: true,
    workerData: { file: built.file, rows },
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  });
  const answer = await new Promise<Verification>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  expect(answer).toMatchObject({ result: 'unchanged' });
});
