import { join } from 'node:path';
import { readText, type LocalRepository } from './local-repository.ts';
import { formatOfId } from '../object-format.ts';
import { GitFailure } from '../git-failure.ts';

const packedRefsBytes = 64 * 1024 * 1024;
const maxSymbolicRefs = 5;

/** Returns whether a name is a safe path below `refs/`, since it becomes a path on this disk. */
const isRefName = (name: string): boolean =>
  name.startsWith('refs/') &&
  name.split('/').every((segment) => segment !== '' && !segment.startsWith('.') && !/[\\:\0]/.test(segment));

const readPacked = ({ commonDirectory }: LocalRepository): string =>
  readText(join(commonDirectory, 'packed-refs'), packedRefsBytes) ?? '';

/** Yields the refs that `packed-refs` has, each with its id. */
export function* packedRefs(repository: LocalRepository): Generator<[ref: string, id: string]> {
  for (const [, id = '', ref = ''] of readPacked(repository).matchAll(/^([0-9a-f]{40,64}) (refs\/.+)$/gm))
    yield [ref, id];
}

const packedRef = (repository: LocalRepository, name: string): string | undefined => {
  const packed = readPacked(repository);
  const end = packed.indexOf(` ${name}\n`);
  return end < 0 ? undefined : packed.slice(packed.lastIndexOf('\n', end) + 1, end);
};

/** Returns the branch (`refs/heads/…`) or commit that HEAD of this working tree names. */
export const localHead = (repository: LocalRepository): string => {
  const head = readText(join(repository.gitDirectory, 'HEAD'))?.trimEnd() ?? '';
  const target = head.startsWith('ref: ') ? head.slice('ref: '.length) : head;
  if (target === 'refs/heads/.invalid')
    throw new GitFailure(
      'invalid_repository',
      'Repositories that keep branches in a reftable are not supported.',
    );
  return target;
};

/** Resolves a ref of a local repository to a commit, or undefined. @param name `HEAD` or `refs/…`. */
export const localRef = (repository: LocalRepository, name: string): string | undefined => {
  let current = name === 'HEAD' ? localHead(repository) : name;
  for (let hops = 0; hops < maxSymbolicRefs; hops += 1) {
    if (formatOfId(current)) return current;
    if (!isRefName(current)) return undefined;
    const loose = readText(join(repository.commonDirectory, current))?.trimEnd();
    const value = loose ?? packedRef(repository, current);
    if (value === undefined) return undefined;
    current = value.startsWith('ref: ') ? value.slice('ref: '.length) : value;
  }
  return undefined;
};
