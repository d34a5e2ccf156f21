/** A filter under a name: the search part of the page's address. */
export interface SavedFilter {
  name: string;
  search: string;
}

export const maxSaved = 20;
const maxName = 60;

const key = (organizationId: string): string => `scangate:findings-filters:${organizationId}`;

const isSaved = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'string';

/** Reads the saved filters of this browser; what cannot be read is as if it were not there. */
export const readSaved = (organizationId: string, storage: Pick<Storage, 'getItem'>): SavedFilter[] => {
  try {
    const found: unknown = JSON.parse(storage.getItem(key(organizationId)) ?? '[]');
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
  organizationId: string,
  all: readonly SavedFilter[],
  storage: Pick<Storage, 'setItem'>,
): void => {
  try {
    storage.setItem(key(organizationId), JSON.stringify(all));
  } catch {
    // Nothing is lost but the convenience.
  }
};
