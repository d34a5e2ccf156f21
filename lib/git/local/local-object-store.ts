import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { damagedRepository } from '../damaged-repository.ts';
import { mapFileErrors, type LocalRepository } from './local-repository.ts';
import {
  objectId,
  objectTypes,
  type GitObject,
  type ObjectFormat,
  type ObjectStore,
} from '../object-format.ts';
import { PackFile } from '../pack/pack-file.ts';
import { PackIndex } from '../pack/pack-index.ts';
import { WorkBudget } from '../pack/work-budget.ts';

interface Pack {
  index: PackIndex;
  file: PackFile;
}

const headerBytes = 32;

/** Reads the loose and packed objects of a repository on this disk and verifies each against its id. */
export class LocalObjectStore implements ObjectStore {
  readonly format: ObjectFormat;
  readonly #directories: string[];
  readonly #workBytes: number;
  readonly #descriptors: number[] = [];
  #packs: Pack[] | undefined;

  constructor({ format, objectDirectories }: LocalRepository, workBytes: number) {
    this.format = format;
    this.#directories = objectDirectories;
    this.#workBytes = workBytes;
  }

  read(id: string, maxBytes: number): GitObject | 'too_large' | undefined {
    const object = mapFileErrors(() => this.#packed(id, maxBytes) ?? this.#loose(id, maxBytes));
    if (object && object !== 'too_large' && objectId(this.format, object) !== id)
      throw damagedRepository('an object is not what its id says');
    return object;
  }

  close(): void {
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor);
    this.#packs = [];
  }

  #packed(id: string, maxBytes: number): GitObject | 'too_large' | undefined {
    this.#packs ??= this.#directories.flatMap((directory) => this.#open(join(directory, 'pack')));
    for (const [place, pack] of this.#packs.entries()) {
      const offset = pack.index.offsetOf(id);
      if (offset === undefined) continue;
      // Related objects are mostly in the same pack, so it is searched first next time.
      if (place > 0) this.#packs.unshift(...this.#packs.splice(place, 1));
      return pack.file.objectAt(offset, maxBytes, (base) => pack.index.offsetOf(base));
    }
    return undefined;
  }

  #open(directory: string): Pack[] {
    if (!statSync(directory, { throwIfNoEntry: false })) return [];
    const names = new Set(readdirSync(directory));
    const packs = [...names].filter((name) => name.endsWith('.pack'));
    return packs.flatMap((name) => {
      const indexName = name.replace(/pack$/, 'idx');
      if (!names.has(indexName)) return [];
      const budget = new WorkBudget(this.#workBytes);
      const index = new PackIndex(this.#openFile(join(directory, indexName)), this.format);
      const file = new PackFile(this.#openFile(join(directory, name)), this.format, budget);
      return [{ index, file }];
    });
  }

  #openFile(path: string): number {
    const descriptor = openSync(path, 'r');
    this.#descriptors.push(descriptor);
    return descriptor;
  }

  #loose(id: string, maxBytes: number): GitObject | 'too_large' | undefined {
    for (const directory of this.#directories) {
      const path = join(directory, id.slice(0, 2), id.slice(2));
      const stat = statSync(path, { throwIfNoEntry: false });
      if (!stat) continue;
      // Compression never adds more than this.
      if (stat.size > maxBytes + (maxBytes >>> 3) + 1024) return 'too_large';
      return looseObject(readFileSync(path), maxBytes);
    }
    return undefined;
  }
}

/** Reads a loose object. @param compressed the content of its file. */
const looseObject = (compressed: Buffer, maxBytes: number): GitObject | 'too_large' => {
  let bytes: Buffer;
  try {
    bytes = inflateSync(compressed, { maxOutputLength: maxBytes + headerBytes });
  } catch (error) {
    if (error instanceof RangeError) return 'too_large';
    throw damagedRepository('an object does not inflate');
  }
  const end = bytes.indexOf(0);
  const [name, size] = bytes.toString('latin1', 0, Math.min(Math.max(end, 0), headerBytes)).split(' ');
  const type = objectTypes.find((known) => known === name);
  const content = bytes.subarray(end + 1);
  if (!type || size !== String(content.length)) throw damagedRepository('an object has no header');
  return content.length > maxBytes ? 'too_large' : { type, content };
};
