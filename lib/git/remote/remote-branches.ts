import { BranchCollector, type BranchPage, type BranchQuestion } from '../branch-page.ts';
import type { HttpSession } from './http-session.ts';
import { listRefs } from './list-refs.ts';
import { discover } from './upload-pack.ts';

/** Reads a page of the branches of a repository. The host lists all of them; only the page is kept. */
export const remoteBranches = async (
  session: HttpSession,
  repositoryUrl: string,
  question: BranchQuestion,
): Promise<BranchPage> => {
  const found = new BranchCollector(question);
  const service = await discover(session, repositoryUrl, (name, id) => found.add(name, id));
  // Version 0 has listed all refs already.
  if (service.version === 0) return found.page();
  for await (const [id = '', ref = ''] of listRefs(session, service, ['ref-prefix refs/heads/']))
    found.add(ref, id);
  return found.page();
};
