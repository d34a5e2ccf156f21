import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { CommandContext } from '@scangate/cli/commands/command';
import { connect, type ServiceConnection } from '@scangate/cli/settings/connection';
import type { mcpFlags } from '@scangate/cli/commands/mcp';
import { openSpending, type Spending } from './spending.ts';
import { ToolError } from './tool-error.ts';

export type McpContext = CommandContext<typeof mcpFlags>;

const usualMaxCredits = 10;

/** The things that the tools of one process share. */
export interface Session {
  context: McpContext;
  spending: Spending;
  /** Connects at the first call, so that a host can list the tools without a credential. */
  connection: () => Promise<ServiceConnection>;
  /** The path of a file below the start folder, as it was named. @throws ToolError */
  fileBelow: (path: string) => string;
}

const real = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

export const openSession = (context: McpContext): Session => {
  const { directory, flags, now, newId } = context;
  let connected: Promise<ServiceConnection> | undefined;
  return {
    context,
    spending: openSpending({ maxCredits: flags['max-credits'] ?? usualMaxCredits, now, newId }),
    async connection() {
      connected ??= connect(context);
      // Who asks after a failure tries again.
      connected.catch(() => (connected = undefined));
      return connected;
    },
    fileBelow(path) {
      const start = real(directory) ?? directory;
      const found = real(resolve(directory, path));
      const inside = found === undefined ? undefined : relative(start, found);
      if (
        inside === undefined ||
        inside === '' ||
        inside.split(sep)[0] === '..' ||
        resolve(inside) === inside
      )
        throw new ToolError(
          'path_outside',
          'There is no such file below the folder that the server started in.',
        );
      return path;
    },
  };
};
