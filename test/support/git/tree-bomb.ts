import { objectId, sha1, type GitObject } from '@scangate/git/object-format';

/**
 * Folders of ten names each, all of which are the one below: 10^12 paths of one file. The commit before it has nothing, as
 * that after it.
 */
export const makeBomb = () => {
  const objects = new Map<string, GitObject>();
  const add = (object: GitObject): Buffer => {
    const id = objectId(sha1, object);
    objects.set(id, object);
    return Buffer.from(id, 'hex');
  };
  const entry = (mode: string, name: string, id: Buffer) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);
  const commitOf = (tree: Buffer, parent?: string): string => {
    const header = `tree ${tree.toString('hex')}\n${parent === undefined ? '' : `parent ${parent}\n`}`;
    const content = Buffer.from(`${header}author a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nm\n`);
    return add({ type: 'commit', content }).toString('hex');
  };
  const names = ['a', 'b', 'c', 'config', 'credentials', 'docs', 'e', 'f', 'test', 'z'];
  const nothing = add({ type: 'tree', content: Buffer.alloc(0) });
  let id = add({ type: 'blob', content: Buffer.from('k') });
  id = add({ type: 'tree', content: entry('100644', 'master.key', id) });
  for (let depth = 0; depth < 12; depth += 1) {
    const content = Buffer.concat(names.map((name) => entry('40000', name, id)));
    id = add({ type: 'tree', content });
  }
  const before = commitOf(nothing);
  const commit = commitOf(id, before);
  const after = commitOf(nothing, commit);
  return { before, commit, after, read: (wanted: string) => objects.get(wanted) };
};
