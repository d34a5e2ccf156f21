import type { GitObject, ObjectStore } from '@scangate/git/object-format';
import { sha1 } from '@scangate/git/object-format';

/** A history of any length, in which each object is made when it is read. Ids name their objects. */

type Kind = 'c' | 'd' | 'e' | 'f';
const [commitKind, rootKind, folderKind, fileKind] = ['c', 'd', 'e', 'f'] as const;

const idOf = (kind: Kind, number: number): string => {
  // A multiplicative hash spreads the beginnings of ids as those of real ones are spread.
  const spread = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${spread}${kind}${number.toString(16).padStart(31, '0')}`;
};
export const commitId = (number: number): string => idOf(commitKind, number);

const entry = (mode: string, name: string, id: string): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);

export interface MadeHistory {
  /** The files that each commit adds; all files that were ever added stay. */
  filesPerCommit: number;
}

const objectOf = (id: string, { filesPerCommit: files }: MadeHistory): GitObject | undefined => {
  const number = Number.parseInt(id.slice(9), 16);
  if (id[8] === commitKind) {
    const parent = number > 0 ? `parent ${commitId(number - 1)}\n` : '';
    const text = `tree ${idOf(rootKind, number)}\n${parent}author a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nm\n`;
    return { type: 'commit', content: Buffer.from(text) };
  }
  // Each commit changes one folder, and keeps that of its parent.
  if (id[8] === rootKind) {
    const folders = [number, ...(number > 0 ? [number - 1] : [])];
    const entries = folders.map((folder) => entry('40000', `folder${folder}`, idOf(folderKind, folder)));
    return { type: 'tree', content: Buffer.concat(entries) };
  }
  if (id[8] === folderKind) {
    const entries = Array.from({ length: files }, (_, index) =>
      entry('100644', `file${index}.ts`, idOf(fileKind, number * files + index)),
    );
    return { type: 'tree', content: Buffer.concat(entries) };
  }
  return { type: 'blob', content: Buffer.from(`export const value = ${number};\n`) };
};

/** Opens a made history, and counts what is read of it. */
export const openHistory = (history: MadeHistory): { store: ObjectStore; reads: Record<string, number> } => {
  const reads = { commit: 0, tree: 0, blob: 0, tag: 0 };
  const read: ObjectStore['read'] = (id) => {
    const object = objectOf(id, history);
    if (object) reads[object.type] += 1;
    return object;
  };
  return { store: { format: sha1, read, close: () => undefined }, reads };
};
