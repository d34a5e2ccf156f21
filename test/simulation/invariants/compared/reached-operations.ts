import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { scimOperations } from '#test/simulation/actors/api.ts';

/** Operations that no act of the world asks for, and why. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'files of the deployment, of which an answer is compressed for as long as an hour of the world takes': [
    'get-openapi',
    'show-docs',
    'get-docs-file',
  ],
};
export const exemptOperations: ReadonlySet<string> = new Set(Object.values(exempt).flat());

/** Whether the service decided about a request, which may be a refusal by the state that something is in. */
const isDecided = (status: number): boolean => status < 500 && status !== 401 && status !== 429;

/** Lists the operations, and the requests of directories, that no act had decided. @param statuses counts answers by operation and status. */
export const unreachedOperations = (statuses: ReadonlyMap<string, number>): string[] => {
  const reached = new Set(
    [...statuses.keys()].flatMap((counted) => {
      const [name = '', status] = counted.split(' ');
      return isDecided(Number(status)) ? [name] : [];
    }),
  );
  const names = (endpoints as readonly EndpointSpec[]).map(({ name }) => name);
  return [...names, ...scimOperations].filter((name) => !reached.has(name) && !exemptOperations.has(name));
};
