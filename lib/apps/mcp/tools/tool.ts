import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Session } from '../session.ts';

type Progress = (message: string) => Promise<void>;

/** The argument of a tool in addition to its input. */
export interface ToolCall extends Session {
  signal: AbortSignal;
  progress: Progress;
  server: ServerContext;
  /** Whether the host can ask the person. */
  canAsk: boolean;
}

export interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  /** In snake case, as hosts show it. */
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  /** Whether it creates scans. Every other tool only reads. */
  spends?: true;
  run: (input: z.output<I>, call: ToolCall) => Promise<z.input<O> | InputRequiredResult>;
}

/** A tool of the table, whatever its types are. */
export type AnyTool = Omit<ToolDefinition<z.ZodObject, z.ZodObject>, 'run'> & {
  run: (input: unknown, call: ToolCall) => Promise<object>;
};

/** Defines a tool, with the types of its input and output. */
export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>(
  tool: ToolDefinition<I, O>,
): AnyTool => ({
  ...tool,
  run: (input, call) => tool.run(input as z.output<I>, call),
});
