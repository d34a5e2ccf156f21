import { BranchCollector, type BranchPage, type BranchQuestion } from '../branch-page.ts';
import type { HttpSession } from './http-session.ts';
import { flushPacket, packetLine } from './packet-line.ts';
import {
  commandHeader,
  discover,
  failureOfErrorPacket,
  linesOf,
  maxRefsBytes,
  sendCommand,
} from './upload-pack.ts';

/** Reads a page of the branches of a repository. The host lists them all; no more than the page is kept. */
export const remoteBranches = async (
  session: HttpSession,
  repositoryUrl: string,
  question: BranchQuestion,
): Promise<BranchPage> => {
  const found = new BranchCollector(question);
  const service = await discover(session, repositoryUrl, (name, id) => found.add(name, id));
  // Version 0 has listed all refs already.
  if (service.version === 0) return found.page();
  const body = [commandHeader('ls-refs', service), packetLine('ref-prefix refs/heads/'), flushPacket].join(
    '',
  );
  const answer = await sendCommand(session, service, { body, maxBytes: maxRefsBytes });
  for await (const batch of answer)
    for (const line of linesOf(batch)) {
      if (line.startsWith('ERR ')) throw failureOfErrorPacket(line, session);
      const [id = '', ref = ''] = line.split(' ');
      found.add(ref, id);
    }
  return found.page();
};
