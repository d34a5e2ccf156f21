import type { GitObject, ObjectFormat, ObjectStore } from '../object-format.ts';
import type { FetchedPack } from './fetched-pack.ts';

/** Several packs as one store. */
export class PackSet implements ObjectStore {
  readonly format: ObjectFormat;
  readonly packs: FetchedPack[] = [];

  constructor(format: ObjectFormat) {
    this.format = format;
  }

  has(id: string): boolean {
    return this.packs.some((pack) => pack.has(id));
  }

  read(id: string, maxBytes: number): GitObject | 'too_large' | undefined {
    return this.packs.find((pack) => pack.has(id))?.read(id, maxBytes);
  }

  close(): void {
    for (const pack of this.packs.splice(0)) pack.close();
  }
}
