import {
  listen,
  respondJson,
  type ListenOptions,
  type LocalServer,
} from '@scangate/emulator-host/http-server';
import type { Gateway } from './server.ts';

/**
 * Serves the gateway at an address of its own, below its stage, as `execute-api` does. A distribution forwards to it, and
 * pipelines may call it.
 * @returns the address without the stage.
 */
export const startStage = (gateway: Gateway, stage: string, options: ListenOptions): Promise<LocalServer> =>
  listen(async (request, response) => {
    const { url = '/' } = request;
    const prefix = `/${stage}`;
    const rest = url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
    if (rest === undefined || !/^(?:[/?]|$)/.test(rest))
      return respondJson(response, 403, { message: 'Forbidden' });
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    await gateway(request, response);
  }, options);
