import type { IgnoreText, ReviewedSide } from '../model/gate/reviewed-side.ts';
import { parseIgnoreFile } from './ignore-file.ts';
import type { SuppressionEntry, SuppressionMode, Suppressions } from '../model/gate/suppressions.ts';

/** The known suppressions of a commit. */
export interface KnownSuppressions {
  /** The ignore files of the commit. */
  own: readonly IgnoreText[];
  /** Absent when there is no tip: then nothing is reviewed. */
  reviewed?: ReviewedSide | undefined;
}

const entriesOf = (files: readonly IgnoreText[]): SuppressionEntry[] =>
  files.flatMap(({ path, text }) => parseIgnoreFile(Buffer.from(text), path).entries);

/** Makes the suppressions that a commit is judged with; the judged commit itself cannot add to them. */
export const suppressionsOf = (mode: SuppressionMode, { own, reviewed }: KnownSuppressions): Suppressions => {
  const entries = entriesOf(own);
  if (!reviewed) return { mode, own: entries, entries: [], comments: [], unchanged: [] };
  if (reviewed.headIsReviewed) return { mode, own: entries, entries, comments: 'own', unchanged: 'all' };
  const { ignoreFiles, comments, unchanged } = reviewed;
  return { mode, own: entries, entries: entriesOf(ignoreFiles), comments, unchanged };
};
