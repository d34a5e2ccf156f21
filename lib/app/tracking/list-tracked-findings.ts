import type { TrackedFinding } from '@scangate/domain/records';
import { matchesFacets, type FindingFacets } from '@scangate/domain/tracking/finding-view';
import { positionPrefix } from '@scangate/domain/tracking/listing';
import type { Page, Store } from '#ports/store.ts';

interface ListedFindings {
  organizationId: string;
  facets: FindingFacets;
  limit: number;
  /** The position of the last finding of the previous page. */
  cursor?: string | undefined;
}

/** The limit of findings that one page examines when facets exclude some of them. */
const maxExamined = 1000;

/** Returns the range of the list that state and severity select, by which it is sorted. */
const rangeOf = ({ state, severity }: FindingFacets): { from?: string; through?: string } => {
  if (state === undefined) return {};
  const prefix = positionPrefix(state, severity);
  return { from: prefix, through: `${prefix}\uffff` };
};

/** Returns whether the range has exactly the findings that match the facets. */
const isExact = ({ state, severity, ...others }: FindingFacets): boolean =>
  Object.values(others).every((value) => value === undefined) &&
  (severity === undefined || (state !== undefined && state !== 'fixed'));

/**
 * Lists a page of tracked findings with one query, whatever the facets are. A page may have fewer findings than its
 * limit even if another page follows.
 */
export const listTrackedFindings = async (
  { organizationId, facets, limit, cursor }: ListedFindings,
  store: Pick<Store<'trackedFinding'>, 'list'>,
  now: Date,
): Promise<Page<TrackedFinding>> => {
  const examined = isExact(facets) ? limit : maxExamined;
  const page = await store.list(
    'trackedFindings',
    { organizationId },
    { ...rangeOf(facets), limit: examined, ...(cursor !== undefined && { cursor }) },
  );
  const found = page.items.filter((row) => matchesFacets(row, facets, now));
  const items = found.slice(0, limit);
  const next = found.length > limit ? items.at(-1)?.listedBy : page.cursor;
  return { items, ...(next !== undefined && { cursor: next }) };
};
