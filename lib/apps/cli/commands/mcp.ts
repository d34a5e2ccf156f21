import { numberFlag } from '../arguments/flags.ts';
import type { ExitCode } from '../exit-codes.ts';
import { defineCommand, type CommandContext } from './command.ts';

export const mcpFlags = {
  'max-credits': numberFlag('N', { least: 0, most: 100_000 }, 'credits that this process may spend (10)'),
} as const;

/** The MCP server, which is a separate file. */
export interface McpServing {
  serve: (context: CommandContext<typeof mcpFlags>) => Promise<ExitCode>;
}

export const mcpCommand = defineCommand({
  name: 'mcp',
  summary: 'Serves the tools of assistants over standard input.',
  positionals: [],
  flags: mcpFlags,
  notes: [
    'An assistant starts it by itself. Its tools read, and scan after a quote that is confirmed; none waives, changes a gate, buys or comments.',
    'Files are read below the current directory alone.',
  ],
  example: 'scangate mcp --max-credits 20',
  run: async (context) => {
    const { serve } = await context.loadMcp();
    return serve(context);
  },
});
