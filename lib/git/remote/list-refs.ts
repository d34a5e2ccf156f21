import type { HttpSession } from './http-session.ts';
import { flushPacket, packetLine } from './packet-line.ts';
import {
  commandHeader,
  failureOfErrorPacket,
  linesOf,
  sendCommand,
  type RemoteRepository,
} from './upload-pack.ts';

/** The size limit of a list of refs, which is enough for some millions. */
const maxListBytes = 256 * 1024 * 1024;

/**
 * Asks a host of version 2 for refs.
 * @param questions the arguments of the command.
 * @yields the words of each line: id, name and attributes.
 * @throws GitFailure when the host reports an error.
 */
export async function* listRefs(
  session: HttpSession,
  repository: RemoteRepository,
  questions: readonly string[],
): AsyncGenerator<string[]> {
  const body = [commandHeader('ls-refs', repository), ...questions.map(packetLine), flushPacket].join('');
  const answer = await sendCommand(session, repository, { body, maxBytes: maxListBytes });
  for await (const batch of answer)
    for (const line of linesOf(batch)) {
      if (line.startsWith('ERR ')) throw failureOfErrorPacket(line, session);
      yield line.split(' ');
    }
}
