import type { Client } from '@modelcontextprotocol/client';

export interface Answer {
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

/** Calls a tool. @returns the structured answer, or the refusal, and the size of the whole */
export const callToolOf = async (client: Client, name: string, given: object): Promise<Answer> => {
  const result = await client.callTool({ name, arguments: { ...given } });
  const [first] = result.content as { text: string }[];
  const isError = result.isError === true;
  const value = (isError ? parsed(first?.text) : result.structuredContent) as Record<string, unknown>;
  return { isError, value, bytes: Buffer.byteLength(JSON.stringify(result)) };
};
