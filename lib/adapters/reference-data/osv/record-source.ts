import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { linesOf } from './json-lines.ts';
import { isNvdFeed } from '../nvd/feed-name.ts';
import { unpacked } from './gzip-file.ts';

/** One unchecked record of a source with its location, or the reason why there is none. */
export type SourceRecord = { name: string; record: unknown } | { name: string; problem: string };

export interface SourceLimits {
  /** Limit of one record as text. A longer record is bad, but the source is still read. */
  recordBytes: number;
  /** Limit of the whole source, unpacked. */
  totalBytes: number;
  /** Limit of files, entries and lines together. */
  records: number;
}

export const sourceLimits: SourceLimits = {
  recordBytes: 16 * 1024 * 1024,
  totalBytes: 32 * 1024 ** 3,
  records: 3_000_000,
};

/** Thrown when a source cannot be read to its end; none of it may be used. */
export class UnreadableSource extends Error {}

/** Enforces the limits of a source. */
const budgetOf = (limits: SourceLimits) => {
  let [bytes, records] = [0, 0];
  return {
    limits,
    spend(length: number): void {
      bytes += length;
      if (bytes > limits.totalBytes) throw new UnreadableSource('the source is too large');
    },
    enter(): void {
      records += 1;
      if (records > limits.records) throw new UnreadableSource('the source has too many records');
    },
  };
};
type Budget = ReturnType<typeof budgetOf>;

function* recordsIn(name: string, text: string): Generator<SourceRecord> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    yield { name, problem: 'not JSON' };
    return;
  }
  if (!Array.isArray(value)) yield { name, record: value };
  else for (const [i, record] of value.entries()) yield { name: `${name}[${i}]`, record };
}

async function* metered(stream: Readable, budget: Budget): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    budget.spend(chunk.length);
    yield chunk;
  }
}

async function* recordsOfLines(name: string, stream: Readable, budget: Budget): AsyncGenerator<SourceRecord> {
  for await (const { number, text } of linesOf(metered(stream, budget), budget.limits.recordBytes)) {
    budget.enter();
    const place = `${name}:${number}`;
    if (text === undefined) yield { name: place, problem: 'the record is too long' };
    else yield* recordsIn(place, text);
  }
}

const entryText = async (zip: ZipFile, entry: Entry, budget: Budget): Promise<string> => {
  const chunks: Uint8Array[] = [];
  const stream = await zip.openReadStreamPromise(entry);
  for await (const chunk of metered(stream, budget)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** Reads the records of a zip of .json files. yauzl enforces the declared size of each entry. */
async function* recordsOfZip(path: string, name: string, budget: Budget): AsyncGenerator<SourceRecord> {
  const zip = await openPromise(path);
  for await (const entry of zip.eachEntry()) {
    budget.enter();
    if (!entry.fileName.endsWith('.json')) continue;
    const place = `${name}/${entry.fileName}`;
    if (entry.uncompressedSize > budget.limits.recordBytes) {
      yield { name: place, problem: 'the record is too long' };
    } else yield* recordsIn(place, await entryText(zip, entry, budget));
  }
}

async function* recordsOfJson(path: string, name: string, budget: Budget): AsyncGenerator<SourceRecord> {
  budget.enter();
  const { size } = await stat(path);
  if (size > budget.limits.recordBytes) {
    yield { name, problem: 'the record is too long' };
    return;
  }
  budget.spend(size);
  yield* recordsIn(name, await readFile(path, 'utf8'));
}

const readers: Record<string, (path: string, name: string, budget: Budget) => AsyncGenerator<SourceRecord>> =
  {
    '.json': recordsOfJson,
    '.jsonl': (path, name, budget) => recordsOfLines(name, createReadStream(path), budget),
    '.jsonl.gz': (path, name, budget) => recordsOfLines(name, unpacked(path), budget),
    '.zip': recordsOfZip,
  };

const readerOf = (path: string) =>
  Object.entries(readers).find(([suffix]) => path.toLowerCase().endsWith(suffix))?.[1];

async function* recordsOfDirectory(path: string, name: string, budget: Budget): AsyncGenerator<SourceRecord> {
  const entries = await readdir(path, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const [at, inner] = [join(path, entry.name), name === '' ? entry.name : `${name}/${entry.name}`];
    if (entry.isDirectory()) yield* recordsOfDirectory(at, inner, budget);
    else if (entry.isFile() && !isNvdFeed(entry.name)) yield* readerOf(entry.name)?.(at, inner, budget) ?? [];
  }
}

/**
 * Reads the OSV records of a directory (recursively, without following links), .zip, .json, .jsonl or
 * .jsonl.gz, one record at a time. Malformed JSON is reported by location and reading continues.
 * @throws UnreadableSource when the source itself is missing, damaged or exceeds the limits.
 */
export async function* recordsAt(path: string, limits = sourceLimits): AsyncGenerator<SourceRecord> {
  const budget = budgetOf(limits);
  try {
    if ((await stat(path)).isDirectory()) yield* recordsOfDirectory(path, '', budget);
    else {
      const reader = readerOf(path);
      if (!reader) throw new UnreadableSource('only .zip, .json, .jsonl and .jsonl.gz files are read');
      yield* reader(path, basename(path), budget);
    }
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableSource(`the source cannot be read: ${reason}`, { cause: error });
  }
}
