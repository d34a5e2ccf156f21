import type { SkippedFile, SourceFiles } from '@scangate/engines/model/source-files';
import type { Readable } from 'node:stream';

/** Files of a commit or a unit, stored outside memory. Whoever opened it closes it. */
export interface SourceSpool extends SourceFiles {
  readonly paths: Iterable<string>;
  /** Adds a file. Of two files with one path, the first is kept. */
  add(path: string, content: Uint8Array): void;
  close(): void;
}

/** The files of one unit, by their paths in the repository. */
interface PackedFiles {
  paths: readonly string[];
  read(path: string): Uint8Array;
  /** Makes a path relative to the unit. */
  relative(path: string): string;
}

/** Passes the files of a unit from the task that fetched them to the task that scans them. */
export interface SourceArchive {
  openSpool(): SourceSpool;
  /** Packs the files of a unit and the list of its skipped files. */
  pack(files: PackedFiles, skipped: readonly SkippedFile[]): Readable;
  /** Unpacks an archive that `pack` created. */
  unpack(archive: Readable): Promise<{ files: SourceSpool; skipped: SkippedFile[] }>;
}
