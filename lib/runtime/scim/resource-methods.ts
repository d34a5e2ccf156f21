import type { EqualFilter } from '@scangate/domain/identity/scim/equal-filter';
import { applyPatch } from '#contract/scim/apply-patch.ts';
import { readFilter } from '#contract/scim/read-filter.ts';
import { listResponse } from './list-response.ts';
import type { ScimMethods, ScimRequest } from './serve-scim.ts';

/** The use cases of a SCIM resource, and the conversion between its stored form and its representation. */
interface ScimResource<P, Stored, Fields, Known> {
  /** The attributes that a filter may use, by their lower-case names. */
  filters: Readonly<Record<string, string>>;
  list: (request: ScimRequest, filter: EqualFilter | undefined, ports: P) => Promise<Stored[]>;
  get: (organizationId: string, id: string, ports: P) => Promise<Stored>;
  add: (request: ScimRequest, fields: Fields, ports: P) => Promise<Stored>;
  /** Changes a resource to what `edit` makes of the current one, which may be tried more than once. */
  set: (
    request: ScimRequest,
    change: { id: string; edit: (known: Known) => Fields },
    ports: P,
  ) => Promise<Stored>;
  remove: (request: ScimRequest, id: string, ports: P) => Promise<void>;
  read: (body: unknown) => Fields;
  view: (stored: Stored, request: ScimRequest) => object;
  /** The full representation of a resource, to which a change is applied. */
  wholeView: (known: Known, request: ScimRequest) => object;
}

/**
 * Creates the handlers with which a directory lists, reads, adds, replaces, patches and removes a resource (RFC
 * 7644, 3).
 */
export const resourceMethods = <P, Stored, Fields, Known>({
  filters,
  read,
  view,
  wholeView,
  ...cases
}: ScimResource<P, Stored, Fields, Known>): ScimMethods<P> => {
  const change =
    (changed: (whole: object, body: unknown) => unknown): ScimMethods<P>['one'][string] =>
    async (request, ports) => {
      const edit = (known: Known) => read(changed(wholeView(known, request), request.body()));
      const stored = await cases.set(request, { id: request.id ?? '', edit }, ports);
      return { status: 200, body: view(stored, request) };
    };
  return {
    all: {
      GET: async (request, ports) => {
        const found = await cases.list(request, readFilter(request.query['filter'], filters), ports);
        const views = found.map((each) => view(each, request));
        return { status: 200, body: listResponse(views, request) };
      },
      POST: async (request, ports) => ({
        status: 201,
        body: view(await cases.add(request, read(request.body()), ports), request),
      }),
    },
    one: {
      GET: async (request, ports) => ({
        status: 200,
        body: view(await cases.get(request.by.organizationId, request.id ?? '', ports), request),
      }),
      // Some directories omit attributes that do not change.
      PUT: change((whole, sent) => ({ ...whole, ...(sent as object) })),
      PATCH: change(applyPatch),
      DELETE: async (request, ports) => {
        await cases.remove(request, request.id ?? '', ports);
        return { status: 204 };
      },
    },
  };
};
