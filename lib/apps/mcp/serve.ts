import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { exitCodes, type ExitCode } from '@scangate/cli/exit-codes';
import { createServer } from './server.ts';
import { openSession, type McpContext } from './session.ts';

/** Serves over standard input and output until the host closes them, or it is interrupted. */
export const serve = async (context: McpContext): Promise<ExitCode> => {
  const session = openSession(context);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const handle = serveStdio(() => createServer(session), {
    onerror: (error) => context.terminal.log(error.message),
  });
  process.stdin.once('close', end);
  process.stdin.once('end', end);
  context.interrupted.addEventListener('abort', () => end());
  await ended;
  await handle.close();
  return exitCodes.pass;
};
