import { SourceFailure } from '../../ports/sources.ts';
import type { HttpSession } from './http-session.ts';
import { flushPacket, packetLine, textOf } from './packet-line.ts';
import { commandHeader, discover, maxRefsBytes, failureOfErrorPacket, sendCommand } from './upload-pack.ts';

export interface Ref {
  /** Absent where a branch has no commit yet. */
  id?: string;
  /** Where a symbolic ref points. */
  target?: string;
}

/** One ref of a repository, or undefined when it has none of that name. @param name `HEAD` or `refs/…`. */
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
  const body = [
    commandHeader('ls-refs', service),
    packetLine('symrefs'),
    ...(canBeUnborn ? [packetLine('unborn')] : []),
    packetLine(`ref-prefix ${name}`),
    flushPacket,
  ].join('');
  for await (const packet of await sendCommand(session, service, body, maxRefsBytes)) {
    const line = textOf(packet);
    if (line?.startsWith('ERR ')) throw failureOfErrorPacket(line, session.hasCredential);
    const [id, found, ...attributes] = line?.split(' ') ?? [];
    if (found !== name || id === undefined) continue;
    const target = attributes.find((attribute) => attribute.startsWith('symref-target:'));
    return { id: id === 'unborn' ? undefined : id, target: target?.slice('symref-target:'.length) };
  }
  return undefined;
};

const noBranch = (): SourceFailure =>
  new SourceFailure('branch_or_commit_not_found', 'The repository has no such branch, or no commit in it.');

/** The full name of a branch; `HEAD` is the default one. @throws SourceFailure when no branch can be named so. */
export const branchRef = (branch: string): string => {
  if (branch === 'HEAD') return branch;
  if (branch === '' || branch.length > 255 || /[\s\p{Cc}~^:?*[\\]|\.\./u.test(branch)) throw noBranch();
  return branch.startsWith('refs/') ? branch : `refs/heads/${branch}`;
};

/** @throws SourceFailure `branch_or_commit_not_found` when there is no id. */
export const requireCommit = (id: string | undefined): string => {
  if (id === undefined || /^0*$/.test(id)) throw noBranch();
  return id;
};

/** The branch a HEAD points to, by its short name; `HEAD` when it points to a commit. */
export const defaultBranchOf = (target: string | undefined): string =>
  target?.replace(/^refs\/heads\//, '') ?? 'HEAD';
