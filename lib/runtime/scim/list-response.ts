import { ScimError } from '@scangate/domain/identity/scim/scim-error';
import type { ScimRequest } from './serve-scim.ts';

const maxPage = 200;

const number = (text: string | undefined, otherwise: number): number => {
  if (text === undefined || text === '') return otherwise;
  if (!/^-?\d{1,9}$/.test(text))
    throw new ScimError(400, 'startIndex and count are numbers.', 'invalidValue');
  return Number(text);
};

/** A page of a list. Numbers below the minimum are raised to it (RFC 7644, 3.4.2.4). */
export const listResponse = (resources: readonly object[], { query }: Pick<ScimRequest, 'query'>) => {
  const startIndex = Math.max(1, number(query['startIndex'], 1));
  const count = Math.min(maxPage, Math.max(0, number(query['count'], maxPage)));
  const page = resources.slice(startIndex - 1, startIndex - 1 + count);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: resources.length,
    startIndex,
    itemsPerPage: page.length,
    Resources: page,
  };
};
