import type { PagePath, PageParams } from '@scangate/console/routes/index.ts';

/** Search parameters as they stand in an address: no value, one, or several of a name. */
export type SearchValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export const searchText = (search: SearchValues = {}): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const all = typeof value === 'string' ? [value] : (value ?? []);
    for (const one of all) parameters.append(name, one);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};

export interface PageAddress<P extends PagePath = PagePath> {
  to: P;
  params?: PageParams<P>;
  search?: SearchValues;
}

/** The address of a page within the organization, below `/console`. */
export const pageHref = <P extends PagePath>(
  organizationId: string,
  { to, params, search }: PageAddress<P>,
): string => {
  const values: Readonly<Record<string, string>> = params ?? {};
  const path = to.replace(/\$(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
  return `/o/${encodeURIComponent(organizationId)}/${path}${searchText(search)}`;
};

/** The path of the service below which the console stands. */
export const basePath = '/console';

/** Reads the parameters of an address as plain texts, each name once or several times. */
export const parseSearch = (search: string): Record<string, string | string[]> => {
  const given = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const [first = '', ...others] = given.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
};

export const stringifySearch = (search: Record<string, unknown>): string =>
  searchText(search as Readonly<Record<string, string | readonly string[] | undefined>>);
