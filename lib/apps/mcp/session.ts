import type { CommandContext } from '@scangate/cli/commands/command';
import { connect, type ServiceConnection } from '@scangate/cli/settings/connection';
import type { mcpFlags } from '@scangate/cli/commands/mcp';
import { readBelow } from './read-below.ts';
import { openSpending, type Spending } from './spending.ts';

export type McpContext = CommandContext<typeof mcpFlags>;

const usualMaxCredits = 10;

/** The state that the tools of one process share. */
export interface Session {
  context: McpContext;
  spending: Spending;
  /** Connects at the first call, so that a host can list the tools without a credential. */
  connection: () => Promise<ServiceConnection>;
  /** Reads a file below the start folder. @throws ToolError */
  readBelow: (path: string) => Promise<Uint8Array>;
}

export const openSession = (context: McpContext): Session => {
  const { directory, flags, now, newId } = context;
  let connected: Promise<ServiceConnection> | undefined;
  return {
    context,
    spending: openSpending({ maxCredits: flags['max-credits'] ?? usualMaxCredits, now, newId }),
    async connection() {
      connected ??= connect(context);
      // After a failure, the next call tries again.
      connected.catch(() => (connected = undefined));
      return connected;
    },
    readBelow: (path) => readBelow(directory, path),
  };
};
