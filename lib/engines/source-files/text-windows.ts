import { lineFeed } from './line-index.ts';

/** A part of a text that is searched separately, so that memory and work stay bounded for files of any size. */
export interface TextWindow {
  bytes: Buffer;
  /** Leaks from this offset on belong to the next window, which overlaps with this one. */
  end: number;
  /** The number of its first line in the file. */
  firstLine: number;
  /** The number of bytes of the first line that are before it. */
  firstColumn: number;
}

/** A file up to this size is one window. */
const largestWhole = 2 * 1024 * 1024;
const windowBytes = 1024 * 1024;
/** No secret is longer. */
const overlapBytes = 64 * 1024;

const countLines = (bytes: Buffer, from: number, to: number): number => {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed, from); at !== -1 && at < to; at = bytes.indexOf(lineFeed, at + 1))
    lines += 1;
  return lines;
};

/** Returns the start of the next window: the start of a line within the overlap, where there is one. */
const nextStart = (bytes: Buffer, end: number): number => {
  const least = end - overlapBytes;
  const feed = bytes.indexOf(lineFeed, least);
  return feed === -1 || feed >= end - overlapBytes / 2 ? least : feed + 1;
};

/** Cuts a text into windows, at the ends of lines where there are any. */
export function* windowsOf(bytes: Buffer): Generator<TextWindow> {
  if (bytes.length <= largestWhole) {
    yield { bytes, end: bytes.length, firstLine: 1, firstColumn: 0 };
    return;
  }
  let firstLine = 1;
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + windowBytes);
    const next = end === bytes.length ? end : nextStart(bytes, end);
    const firstColumn = start === 0 ? 0 : start - 1 - bytes.lastIndexOf(lineFeed, start - 1);
    yield { bytes: bytes.subarray(start, end), end: next - start, firstLine, firstColumn };
    firstLine += countLines(bytes, start, next);
    start = next;
  }
}
