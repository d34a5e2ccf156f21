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
  summary: 'Serves tools to AI assistants over stdio (MCP).',
  positionals: [],
  flags: mcpFlags,
  notes: [
    'The assistant’s host starts it. Its tools read data, and scan after a confirmed quote; none waives, changes a gate, buys or comments.',
    'Files are only read below the current directory.',
  ],
  example: 'scangate mcp --max-credits 20',
  run: async (context) => {
    const { serve } = await context.loadMcp();
    return serve(context);
  },
});
