import type { Client } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { served } from '../cli/served.ts';
import { callToolOf, type Answer } from './call-tool.ts';
import {
  connectHost,
  contextOf,
  networkOf,
  newMcpWorld,
  type ElicitAction,
  type McpWorld,
} from './mcp-world.ts';

/** Serves the world at an address of this machine, for a process of its own. */
export const serveMcpWorld = (world: McpWorld): Promise<string> => served(networkOf(world));

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
  { person, ...commandEnvironment }: HostOptions = {},
): Promise<Host> => {
  const context = contextOf(world, commandEnvironment);
  const connected = await connectHost(context, person === undefined ? {} : { person });
  onTestFinished(() => connected.client.close());
  return { ...connected, world };
};

/** Calls a tool. @returns the structured answer, or the refusal */
export const callTool = ({ client }: Host, name: string, given: object = {}): Promise<Answer> =>
  callToolOf(client, name, given);
