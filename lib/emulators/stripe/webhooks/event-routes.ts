import { createdRange, listOf, stringParameter } from '../http/parameters.ts';
import { listParameters, noParameters, listPage, route, inRange, type Route } from '../http/route.ts';

const matches = (type: string, pattern: string): boolean =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

export const eventRoutes: Route[] = [
  route('GET', '/v1/events/:id', {
    name: 'events.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('event', id),
  }),
  route('GET', '/v1/events', {
    name: 'events.list',
    parameters: listParameters({
      created: createdRange,
      type: stringParameter.optional(),
      types: listOf(stringParameter).optional(),
    }),
    run: (tx, { created, type, types, ...paging }) => {
      const found = tx.where(
        'event',
        (event) =>
          inRange(created, event.created) &&
          (type === undefined || matches(event.type, type)) &&
          (types?.some((one) => matches(event.type, one)) ?? true),
      );
      return listPage(tx, '/v1/events', { found, paging });
    },
  }),
];
