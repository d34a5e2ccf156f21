import { addGaps, GapTally, statedGaps } from '@scangate/domain/history-scans/history-gaps';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import type { CountedHistory } from '@scangate/domain/history-scans/quote-history';
import { nameKind } from '@scangate/engines/secrets/file-name-class';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import {
  jsonLines,
  listedRuns,
  partFilesKey,
  readJson,
  sliceFilesKey,
  sliceStateKey,
  treeNumber,
  type HistoryRef,
  type PartRow,
  type SliceEnd,
  type SliceRow,
  type SliceState,
} from './history-objects.ts';
import { IdSet } from './id-set.ts';

/** A history whose slices were listed, and its plan. */
interface Planned extends Pick<CountedHistory, 'commits' | 'head'> {
  slices: number;
  unread: readonly string[];
}

type CountingBlobs = BlobReader<'work'> & BlobWriter<'work'>;

const isRow = (line: SliceRow | SliceEnd): line is SliceRow => Array.isArray(line);

/** Writes the files of a history in parts of equal size, and holds only one of them at a time. */
class PartWriter {
  contents = 0;
  #part = 0;
  #contentsOfPart = 0;
  #lines: string[] = [];
  readonly #ref: HistoryRef;
  readonly #blobs: CountingBlobs;

  constructor(ref: HistoryRef, blobs: CountingBlobs) {
    this.#ref = ref;
    this.#blobs = blobs;
  }

  /** Adds a file with a new content, or another one whose content has another name in that file. */
  async add(row: PartRow, isNewContent: boolean): Promise<void> {
    if (isNewContent) {
      if (this.#contentsOfPart >= historyLimits.filesPerCredit) await this.flush();
      this.contents += 1;
      this.#contentsOfPart += 1;
    }
    this.#lines.push(JSON.stringify(row));
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    this.#part += 1;
    await this.#blobs.put(partFilesKey(this.#ref, this.#part), this.#lines.join('\n'), 'application/jsonl');
    this.#lines = [];
    this.#contentsOfPart = 0;
  }
}

/** The known contents, by the class of their file names for the rules. */
class SeenContents {
  readonly #byName = new Map<string, { ids: IdSet; path: string }>();

  /**
   * Records a file.
   * @returns the names of other classes that its content had, with a path for each; undefined when it is already
   * known.
   */
  add(id: string, path: string): string[] | undefined {
    const kind = nameKind(path);
    const named = this.#byName.get(kind) ?? { ids: new IdSet(), path };
    this.#byName.set(kind, named);
    if (!named.ids.add(id)) return undefined;
    const others = this.#byName.values().filter((other) => other !== named && other.ids.has(id));
    return others.map((other) => other.path).toArray();
  }
}

const unlisted = 'ranges of commits whose directories could not be read';
const headUnlisted = 'directories of the newest commit that could not be read';

/** Yields the files of a slice, and the reasons for missing ones. */
async function* rowsOf(
  ref: HistoryRef,
  slice: number,
  blobs: CountingBlobs,
): AsyncGenerator<SliceRow | SliceEnd> {
  const state = await readJson<SliceState>(blobs, sliceStateKey(ref, slice));
  for (const run of state ? listedRuns(state) : []) {
    const body = await blobs.open(sliceFilesKey(ref, slice, run));
    if (!body) throw new Error('a list of files of the history is not there');
    yield* jsonLines<SliceRow | SliceEnd>(body);
  }
  if (state?.pending.length !== 0) yield { unread: [], isCut: true };
}

/** The ids of the files of the newest commit. */
interface HeadFiles {
  /** Absent when not all of them are known. */
  ids?: IdSet;
  /** Whether some of them were not listed. */
  isCut: boolean;
}

const readHead = async (ref: HistoryRef, blobs: CountingBlobs): Promise<HeadFiles> => {
  const ids = new IdSet();
  let isWhole = true;
  let isCut = false;
  for await (const line of rowsOf(ref, treeNumber, blobs))
    if (isRow(line)) ids.add(line[0]);
    else {
      isCut ||= line.isCut === true;
      isWhole &&= line.unread.length === 0;
    }
  return { isCut, ...(isWhole && !isCut && { ids }) };
};

/**
 * Counts the files of a history, each content once and under the commit that added it, and divides them into parts.
 * A content is included again, free of charge, under a name that has another meaning for the rules. Memory grows by
 * some bytes per content. A repeated run writes the same.
 */
export const countHistory = async (
  ref: HistoryRef,
  { slices, unread, ...planned }: Planned,
  blobs: CountingBlobs,
): Promise<CountedHistory> => {
  const { ids: inHead, isCut: isHeadCut } = await readHead(ref, blobs);
  const placeOf = (id: string): PartRow[3] => {
    if (!inHead) return 'unknown';
    return inHead.has(id) ? 'head' : 'gone';
  };
  const seen = new SeenContents();
  const parts = new PartWriter(ref, blobs);
  const stated = new Set(unread);
  const gaps = new GapTally();
  if (isHeadCut && planned.head !== undefined) gaps.tell(headUnlisted);
  for (let slice = treeNumber + 1; slice <= slices; slice += 1) {
    for await (const line of rowsOf(ref, slice, blobs)) {
      if (!isRow(line)) {
        for (const reason of line.unread) stated.add(reason);
        if (line.isCut) gaps.tell(unlisted);
        continue;
      }
      if (parts.contents >= historyLimits.files) {
        stated.add(`more than ${historyLimits.files} files`);
        continue;
      }
      const [id, path] = line;
      const earlier = seen.add(id, path);
      if (!earlier) continue;
      const isNew = earlier.length === 0;
      const place = placeOf(id);
      await parts.add(isNew ? [...line, place] : [...line, place, earlier], isNew);
    }
  }
  await parts.flush();
  return { ...planned, files: parts.contents, gaps: addGaps(statedGaps([...stated]), gaps.list()) };
};
