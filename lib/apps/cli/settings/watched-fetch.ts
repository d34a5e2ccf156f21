import type { CommandContext } from '../commands/command.ts';
import { printable } from '../output/terminal.ts';

const pathOf = (input: Parameters<typeof fetch>[0]): string => {
  const url = URL.parse(input instanceof Request ? input.url : String(input));
  return url?.pathname ?? '';
};

/** Returns a fetch that logs a line about each request with `--debug`: never a header, a body or a query. */
export const watchedFetch = ({ fetch, flags, terminal }: CommandContext): typeof globalThis.fetch => {
  if (flags.debug !== true) return fetch;
  return async (input, init) => {
    const line = `${init?.method ?? 'GET'} ${pathOf(input)}`;
    try {
      const response = await fetch(input, init);
      const requestId = response.headers.get('x-request-id') ?? '-';
      terminal.log(printable(`${line} ${response.status} ${requestId}`));
      return response;
    } catch (error) {
      terminal.log(printable(`${line} no answer`));
      throw error;
    }
  };
};
