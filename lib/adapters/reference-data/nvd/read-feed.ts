import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { feedYear, nvdRow, type NvdRow } from '@scangate/engines/advisories/nvd-ratings';
import { CutOff, elementsOf } from './json-elements.ts';
import { isNvdFeed } from './feed-name.ts';
import { isPacked, unpacked } from '../osv/gzip-file.ts';
import { UnreadableSource } from '../osv/record-source.ts';

interface NvdLimits {
  elementBytes: number;
  /** Limit of a feed, unpacked. */
  totalBytes: number;
  rows: number;
}

const nvdLimits: NvdLimits = { elementBytes: 16 * 1024 ** 2, totalBytes: 4 * 1024 ** 3, rows: 1_000_000 };

/** Finds the feeds of a source: the file itself, or those of a directory without following links. */
export const nvdFeedsIn = async (source: string): Promise<string[]> => {
  const found = await stat(source).catch(() => undefined);
  if (!found?.isDirectory()) return isNvdFeed(source) ? [source] : [];
  const entries = await readdir(source, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && isNvdFeed(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
};

async function* limited(stream: Readable, largest: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > largest) throw new UnreadableSource('the feed is too large');
    yield chunk;
  }
}

const rowIn = (text: string | undefined): NvdRow | undefined => {
  try {
    return text === undefined ? undefined : nvdRow(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** The rows of a feed by year: CVEs with a rating, and those without one. */
export type RowsByYear = Map<string, Map<string, NvdRow>>;

const collect = async (path: string, limits: NvdLimits): Promise<RowsByYear> => {
  const stream = (await isPacked(path)) ? unpacked(path) : createReadStream(path);
  const rows: RowsByYear = new Map();
  let [read, bad] = [0, 0];
  for await (const { text } of elementsOf(limited(stream, limits.totalBytes), limits.elementBytes)) {
    read += 1;
    if (read > limits.rows) throw new UnreadableSource('the feed has too many entries');
    const row = rowIn(text);
    const year = row && feedYear(row.cve);
    if (!row || year === undefined) bad += 1;
    else {
      const ofYear = rows.get(year) ?? new Map<string, NvdRow>();
      rows.set(year, ofYear.set(row.cve, row));
    }
  }
  if (rows.size === 0) throw new UnreadableSource('it has no entry that can be read');
  if (bad > 10 + read / 10) throw new UnreadableSource(`${bad} of its entries are no CVEs`);
  return rows;
};

/**
 * Reads an NVD feed (CVE schema 2.0), compressed or not, one entry at a time.
 * @throws UnreadableSource when it is damaged, cut off, empty or too large.
 */
export const readNvdFeed = async (path: string, limits = nvdLimits): Promise<RowsByYear> => {
  try {
    return await collect(path, limits);
  } catch (error) {
    if (error instanceof UnreadableSource) throw error;
    const reason = error instanceof CutOff ? 'it ends early' : String((error as Error).message);
    throw new UnreadableSource(`the source cannot be read: ${reason}`, { cause: error });
  }
};
