import type { KeptResult } from '@scangate/domain/records';
import { projectUnitId } from '@scangate/domain/repositories/register-units';
import { resultToReuse } from '@scangate/domain/scans/reuse/may-reuse';
import { reuseKey } from '@scangate/domain/scans/reuse/reuse-key';
import { selectUnitsIfAny } from '@scangate/domain/scans/select-units';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import { ignoreFileName } from '@scangate/engines/suppression/ignore-file';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { hasOtherUnits } from '@scangate/engines/units/other-units';
import type { CommitEntries } from '@scangate/engines/model/source-files';
import { unitContents } from '@scangate/engines/units/unit-contents';
import type { FileSelection, SourceRequest } from '#ports/git-sources.ts';

/** A unit that the scan covers, before its files are read. */
interface SurveyedUnit {
  unit: ProjectUnit;
  /** Absent when nothing is kept or reused. */
  key?: string;
  /** The result that it reuses. */
  kept?: KeptResult;
}

/** The facts about the units of a commit that its trees show. */
export interface Survey {
  /** All units of the commit. */
  found: ProjectUnit[];
  /** Those that the scan covers; none if it is about to fail because of them. */
  selected: SurveyedUnit[];
  /** The ids of all files, by their paths. */
  ids: Map<string, string>;
  /** The files that are fetched; absent for all of them. */
  selection: FileSelection | undefined;
}

/**
 * Finds the units of a commit, and those that reuse an earlier result, by its trees alone. The files of the latter,
 * and of units that the scan does not cover, are not fetched, except for ignore files, by which the whole scan is
 * judged.
 */
export const surveyCommit = (
  { repository, scan, reuse }: SourceRequest,
  entries: CommitEntries,
  lineKey: string,
): Survey => {
  const { repositoryId, fullName } = repository;
  const ids = new Map(entries.files.map(({ path, id }) => [path, id]));
  const found = discoverUnits(ids.keys(), fullName).map((unit) => ({
    ...unit,
    projectUnitId: projectUnitId(repositoryId, unit.path),
  }));
  const units = selectUnitsIfAny(scan, found);
  const isPart = scan.projectUnitId !== undefined && found.length > 1;
  const whole = { found, selected: units.map((unit) => ({ unit })), ids, selection: undefined };
  if (!reuse && !isPart) return whole;
  const contentsOf = unitContents<{ path: string }>(entries, found);
  const wanted = new Set<string>();
  const selected = units.map((unit): SurveyedUnit => {
    const { digest, outside, files } = contentsOf(unit);
    const { path, type } = unit;
    if (!reuse) {
      for (const { id } of files) wanted.add(id);
      return { unit };
    }
    const part = { path, type, digest, outside, hasOtherUnits: hasOtherUnits(unit, units), lineKey };
    const key = reuseKey(reuse.context, part);
    const kept = resultToReuse(reuse.kept[unit.projectUnitId], key);
    if (!kept) for (const { id } of files) wanted.add(id);
    return { unit, key, ...(kept && { kept }) };
  });
  if (!isPart && !selected.some(({ kept }) => kept)) return { ...whole, selected };
  return {
    found,
    selected,
    ids,
    selection: { names: [ignoreFileName], paths: [], ids: [...wanted], links: true },
  };
};
