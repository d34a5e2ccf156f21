/** A filter under a name: the search part of the page's address. */
export interface SavedFilter {
  name: string;
  search: string;
}

export const maxSaved = 20;
const maxName = 60;

/** A person in an organization: others on the same browser do not find what they saved. */
interface Owner {
  personId: string;
  organizationId: string;
}

const key = ({ personId, organizationId }: Owner): string =>
  `scangate:findings-filters:${personId}:${organizationId}`;

/** In a browser that blocks storage, even accessing the property throws. */
const browserStorage = (): Storage => localStorage;

const isSaved = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string';

/** Reads the saved filters of this browser; what cannot be read is as if it were not there. */
export const readSaved = (
  owner: Owner,
  storage: () => Pick<Storage, 'getItem'> = browserStorage,
): SavedFilter[] => {
  try {
    const found: unknown = JSON.parse(storage().getItem(key(owner)) ?? '[]');
    return Array.isArray(found) ? found.filter(isSaved).slice(0, maxSaved) : [];
  } catch {
    return [];
  }
};

/** The search part that a filter is saved by: without the open finding. */
export const savedSearch = (search: string): string => {
  const parameters = new URLSearchParams(search);
  parameters.delete('finding');
  return parameters.toString();
};

/** Adds a filter, in place of one of the same name. The oldest gives way to the twenty-first. */
export const withSaved = (all: readonly SavedFilter[], added: SavedFilter): SavedFilter[] => {
  const name = added.name.trim().slice(0, maxName);
  if (name === '') return [...all];
  return [...all.filter((one) => one.name !== name), { name, search: added.search }].slice(-maxSaved);
};

/** Writes the saved filters. A browser without storage keeps them as long as the page. */
export const writeSaved = (
  owner: Owner,
  all: readonly SavedFilter[],
  storage: () => Pick<Storage, 'setItem'> = browserStorage,
): void => {
  try {
    storage().setItem(key(owner), JSON.stringify(all));
  } catch {
    // Only a convenience is lost.
  }
};
