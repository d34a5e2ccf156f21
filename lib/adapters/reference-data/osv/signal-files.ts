import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { sha256 } from '@scangate/engines/model/digest';
import {
  encodeEpss,
  encodeKev,
  epssRow,
  kevRow,
  type EpssRow,
} from '@scangate/engines/advisories/exploit-signals';
import type { SignalEntry, SignalKind } from '@scangate/engines/advisories/snapshot';
import { linesOf } from './json-lines.ts';
import { signalKey } from './object-keys.ts';
import { isPacked, unpacked } from './gzip-file.ts';
import { UnreadableSource } from './record-source.ts';
import type { ObjectStore } from '#ports/blobs.ts';

const limits = { lineBytes: 1024, rows: 2_000_000, catalogBytes: 64 * 1024 * 1024 };

/** Recognizes a file of exploit signals by its name: FIRST's scores as CSV, CISA's catalog as JSON. */
export const signalKindByName = (path: string): SignalKind | undefined => {
  if (/\.csv(?:\.gz)?$/i.test(path)) return 'epss';
  return /^known[-_]exploited.{0,100}\.json$/i.test(basename(path)) ? 'kev' : undefined;
};

const epssIn = async (path: string): Promise<{ rows: number; bytes: Uint8Array }> => {
  const stream = (await isPacked(path)) ? unpacked(path) : createReadStream(path);
  const rows: EpssRow[] = [];
  let other = 0;
  for await (const { text = '' } of linesOf(stream as AsyncIterable<Uint8Array>, limits.lineBytes)) {
    const row = epssRow(text);
    if (row) rows.push(row);
    else other += 1;
    if (rows.length + other > limits.rows) throw new UnreadableSource('the file has too many lines');
  }
  // A comment and the header are expected; more unreadable lines mean another format.
  if (other > 10 + rows.length / 10) throw new UnreadableSource(`${other} of its lines are not EPSS scores`);
  return { rows: rows.length, bytes: encodeEpss(rows) };
};

const kevIn = async (path: string): Promise<{ rows: number; bytes: Uint8Array }> => {
  if ((await stat(path)).size > limits.catalogBytes) throw new UnreadableSource('the file is too large');
  const catalog = JSON.parse(await readFile(path, 'utf8')) as { vulnerabilities?: unknown } | null;
  const entries = catalog?.vulnerabilities;
  if (!Array.isArray(entries)) throw new UnreadableSource('it has no list of vulnerabilities');
  const rows = entries.flatMap((entry: unknown) => kevRow(entry) ?? []);
  return { rows: rows.length, bytes: encodeKev(rows) };
};

/**
 * Stores the signals of a file under their digest. They become current only with the manifest.
 * @throws UnreadableSource when the file is damaged or empty.
 */
export const storeSignals = async (
  kind: SignalKind,
  path: string,
  objects: ObjectStore,
): Promise<SignalEntry> => {
  const read = await (kind === 'epss' ? epssIn : kevIn)(path).catch((error: unknown) => {
    if (error instanceof UnreadableSource) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableSource(`the source cannot be read: ${reason}`, { cause: error });
  });
  if (read.rows === 0) throw new UnreadableSource('it has no entry that can be read');
  const key = signalKey(kind, sha256(read.bytes));
  await objects.put(key, read.bytes);
  return { key, records: read.rows };
};
