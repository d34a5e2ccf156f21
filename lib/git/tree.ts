import { damagedRepository } from './damaged-repository.ts';
import type { ObjectFormat } from './object-format.ts';

export interface TreeEntry {
  kind: 'tree' | 'file' | 'link' | 'submodule';
  /** Undefined when it is not UTF-8. */
  name: string | undefined;
  id: string;
  /** The mode as the directory states it. */
  mode: string;
}

const [nul, lineFeed, space] = [0x00, 0x0a, 0x20];

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decoded = (bytes: Buffer): string | undefined => {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

const kindOf = (mode: string): TreeEntry['kind'] => {
  if (mode === '40000' || mode === '040000') return 'tree';
  if (mode === '160000') return 'submodule';
  if (mode === '120000') return 'link';
  if (/^100[0-7]{3}$/.test(mode)) return 'file';
  throw damagedRepository('a directory has an entry of unknown kind');
};

/** Yields the entries of a tree object in its own order. */
export function* treeEntries(content: Buffer, format: ObjectFormat): Generator<TreeEntry> {
  for (let at = 0; at < content.length;) {
    const modeEnd = content.indexOf(space, at);
    const end = content.indexOf(nul, modeEnd + 1);
    const next = end + 1 + format.idBytes;
    if (modeEnd < 0 || modeEnd - at > 6 || end < 0 || next > content.length)
      throw damagedRepository('a directory cannot be read');
    const mode = content.toString('latin1', at, modeEnd);
    yield {
      kind: kindOf(mode),
      mode,
      name: decoded(content.subarray(modeEnd + 1, end)),
      id: content.toString('hex', end + 1, next),
    };
    at = next;
  }
}

/** Returns the id of the root tree of a commit. */
export const treeOfCommit = (content: Buffer, format: ObjectFormat): string => {
  const start = 'tree '.length;
  const id = content.toString('latin1', start, start + format.idBytes * 2);
  const found = content.toString('latin1', 0, start) === 'tree ' && /^[0-9a-f]+$/.test(id);
  if (!found || content[start + format.idBytes * 2] !== lineFeed)
    throw damagedRepository('a commit names no tree');
  return id;
};
