import { TipCollector, type HistoryTips } from '../history/tip-collector.ts';
import type { HttpSession } from './http-session.ts';
import { listRefs } from './list-refs.ts';
import { discover, type RemoteRepository } from './upload-pack.ts';

/** Lists the branches and tags of a repository, even a million and more. */
export const remoteTips = async (
  session: HttpSession,
  url: string,
  limit: number,
): Promise<{ remote: RemoteRepository; tips: HistoryTips }> => {
  const found = new TipCollector(limit);
  let head: string | undefined;
  const visit = (name: string, id: string): void => {
    if (name === 'HEAD') head = id;
    else found.add(name, id);
  };
  const remote = await discover(session, url, visit);
  const questions = ['ref-prefix HEAD', 'ref-prefix refs/heads/', 'ref-prefix refs/tags/'];
  if (remote.version === 2)
    for await (const [id = '', ref = ''] of listRefs(session, remote, questions)) visit(ref, id);
  return { remote, tips: found.tips(head) };
};
