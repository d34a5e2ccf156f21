import type { Client } from '@modelcontextprotocol/client';
import { connectHost, contextOf, newMcpWorld, type ElicitAction, type McpWorld } from './mcp-world.ts';

export interface Host {
  client: Client;
  asked: string[];
  world: McpWorld;
}

interface HostOptions {
  person?: ElicitAction;
  maxCredits?: number;
  /** The folder that the server starts in. */
  directory?: string;
}

/** A host with a server of its own. */
export const openHost = async (
  world: McpWorld = newMcpWorld(),
  { person, ...outside }: HostOptions = {},
): Promise<Host> => {
  const context = contextOf(world, outside);
  return { ...(await connectHost(context, person === undefined ? {} : { person })), world };
};

interface Answer {
  isError: boolean;
  value: Record<string, unknown>;
  bytes: number;
}

const parsed = (text = ''): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text };
  }
};

/** Calls a tool. @returns the structured answer, or the refusal */
export const callTool = async ({ client }: Host, name: string, given: object = {}): Promise<Answer> => {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [first] = result.content as { text: string }[];
  const isError = result.isError === true;
  const value = (isError ? parsed(first?.text) : result.structuredContent) as Record<string, unknown>;
  return { isError, value, bytes: Buffer.byteLength(JSON.stringify(result)) };
};
