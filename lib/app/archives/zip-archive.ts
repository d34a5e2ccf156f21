import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { ZipFile, type Options } from 'yazl';
import { minuteMs } from '@scangate/domain/instant';

/** A file to be written to an archive. */
export interface ArchiveFile {
  path: string;
  content: Buffer;
}

/** The name, size and digest of a written file. */
export interface WrittenFile {
  path: string;
  bytes: number;
  sha256: string;
}

interface Counted {
  stream: Transform;
  digest(): { bytes: number; sha256: string };
}

/** Passes the bytes of a stream through, and records their number and digest. */
export const counting = (source: Readable): Counted => {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  source.on('error', (error) => stream.destroy(error)).pipe(stream);
  return { stream, digest: () => ({ bytes, sha256: hash.digest('hex') }) };
};

/** The time of files of a zip, whose format knows no time zone: UTC on every machine. */
export const timeInZip = (at: string): Pick<Options, 'mtime' | 'forceDosTimestamp'> => {
  const time = new Date(at);
  // yazl writes local time.
  const mtime = new Date(time.getTime() + time.getTimezoneOffset() * minuteMs);
  return { mtime, forceDosTimestamp: true };
};

/** Adds a file to a zip that is being written, and waits until it is read. */
export const addToZip = async (
  zip: ZipFile,
  { path, content }: { path: string; content: string | Buffer | Readable },
  options: Partial<Options>,
): Promise<WrittenFile> => {
  const isWhole = typeof content === 'string' || Buffer.isBuffer(content);
  const file = counting(isWhole ? Readable.from([Buffer.from(content)]) : content);
  const finished = new Promise<void>((resolve, reject) => {
    file.stream.on('end', resolve).on('error', reject);
  });
  // After a path that the zip refuses, nothing waits for the stream.
  finished.catch(() => undefined);
  zip.addReadStream(file.stream, path, options);
  await finished;
  return { path, ...file.digest() };
};

/**
 * Writes a zip while it is filled.
 * @returns the result of filling it, and the size and digest of the zip.
 */
export const writeZip = async <T>(
  fill: (zip: ZipFile) => Promise<T>,
  put: (stream: Readable) => Promise<void>,
): Promise<{ filled: T; bytes: number; sha256: string }> => {
  const zip = new ZipFile();
  const whole = counting(zip.outputStream as Readable);
  const output = whole.stream.pipe(new PassThrough());
  const [filled] = await Promise.all([fill(zip), put(output)]);
  return { filled, ...whole.digest() };
};

/**
 * Streams a zip of these files, in order: equal files give equal bytes. The bytes of a timestamp depend on the time
 * zone, so a local time is used. Nothing is compressed, because compressed bytes differ between processors.
 */
export const streamArchive = (files: readonly ArchiveFile[]): Readable => {
  const zip = new ZipFile();
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compress: false };
  for (const { path, content } of files) zip.addBuffer(content, path, options);
  zip.end();
  return zip.outputStream as Readable;
};
