import { createdRange, listOf, stringParameter } from '../http/parameters.ts';
import { listParameters, noParameters, listPage, route, inRange, type Route } from '../http/route.ts';

const matches = (type: string, wanted: string): boolean =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const eventRoutes: Route[] = [
  route('GET', '/v1/events/:id', 'events.retrieve', noParameters, (work, _, id) => work.get('event', id)),
  route(
    'GET',
    '/v1/events',
    'events.list',
    listParameters({
      created: createdRange,
      type: stringParameter.optional(),
      types: listOf(stringParameter).optional(),
    }),
    (work, { created, type, types, ...paging }) => {
      const found = work.where(
        'event',
        (event) =>
          inRange(created, event.created) &&
          (type === undefined || matches(event.type, type)) &&
          (types?.some((one) => matches(event.type, one)) ?? true),
      );
      return listPage(work, '/v1/events', found, paging);
    },
  ),
];
