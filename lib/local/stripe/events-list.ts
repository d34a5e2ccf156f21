import { createdRange, list, text } from './parameters.ts';
import { listing, nothing, page, route, within, type Route } from './route.ts';

const matches = (type: string, wanted: string): boolean =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;

export const eventRoutes: Route[] = [
  route('GET', '/v1/events/:id', 'events.retrieve', nothing, (work, _, id) => work.get('event', id)),
  route(
    'GET',
    '/v1/events',
    'events.list',
    listing({ created: createdRange, type: text.optional(), types: list(text).optional() }),
    (work, { created, type, types, ...paging }) => {
      const found = work.where(
        'event',
        (event) =>
          within(created, event.created) &&
          (type === undefined || matches(event.type, type)) &&
          (types?.some((one) => matches(event.type, one)) ?? true),
      );
      return page(work, '/v1/events', found, paging);
    },
  ),
];
