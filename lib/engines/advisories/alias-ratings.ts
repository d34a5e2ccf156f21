import type { StatedRating } from './compact-record.ts';
import { higherRating, type RatedSeverity } from './record-severity.ts';

/** The severities that records state, by every id of their vulnerability. */
export interface AliasRatings {
  add(rating: StatedRating): void;
  /** Returns the highest rating of any of the ids. */
  find(ids: readonly string[]): RatedSeverity | undefined;
}

export const aliasRatings = (): AliasRatings => {
  const byId = new Map<string, RatedSeverity>();
  return {
    add({ ids, ...rating }) {
      for (const id of ids) byId.set(id, higherRating(byId.get(id) ?? rating, rating));
    },
    find: (ids) =>
      ids.reduce<RatedSeverity | undefined>((highest, id) => {
        const found = byId.get(id);
        return found && highest ? higherRating(highest, found) : (highest ?? found);
      }, undefined),
  };
};
