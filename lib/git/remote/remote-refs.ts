import type { HttpSession } from './http-session.ts';
import { listRefs } from './list-refs.ts';
import { discover } from './upload-pack.ts';

export interface Ref {
  /** Absent when the branch has no commit yet. */
  id?: string;
  /** The target of a symbolic ref. */
  target?: string;
}

/** Reads one ref of a repository, or returns undefined. @param name `HEAD` or `refs/…`. */
export const remoteRef = async (
  session: HttpSession,
  repositoryUrl: string,
  name: string,
): Promise<Ref | undefined> => {
  const service = await discover(session, repositoryUrl, name);
  if (service.version === 0) {
    const id = service.refId;
    const symref = name === 'HEAD' ? service.capabilities.get('symref') : undefined;
    if (id === undefined && symref === undefined) return undefined;
    return { id, target: symref?.slice('HEAD:'.length) };
  }
  const canBeUnborn = service.capabilities.get('ls-refs')?.split(' ').includes('unborn');
  const questions = ['symrefs', ...(canBeUnborn ? ['unborn'] : []), `ref-prefix ${name}`];
  for await (const [id, found, ...attributes] of listRefs(session, service, questions)) {
    if (found !== name || id === undefined) continue;
    const target = attributes.find((attribute) => attribute.startsWith('symref-target:'));
    return { id: id === 'unborn' ? undefined : id, target: target?.slice('symref-target:'.length) };
  }
  return undefined;
};
