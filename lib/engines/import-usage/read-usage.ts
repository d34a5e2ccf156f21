import type { Inventory } from '../model/component.ts';
import type { SkippedFile, SourceFiles } from '../model/source-files.ts';
import type { PackageUsage, UnitUsage } from './unit-usage.ts';
import { extensionOf } from '../units/paths.ts';
import { composerNamespaces } from './modules/composer-namespaces.ts';
import { languageStates, settleNames, type LanguageState } from './language-state.ts';
import { createMemberTable } from './member-table.ts';
import { managedCode, outsideCode } from './managed-code.ts';
import { manifestTexts } from './manifest-text.ts';
import { textKind } from './other-texts.ts';
import { leaveOpen, leaveOut, readFiles } from './read-files.ts';
import { renamedPackages } from './modules/renamed-packages.ts';
import { unreadFiles } from './unread-files.ts';

/**
 * Code of a unit below this one may be loaded from here by its path, which needs no name of a package, and finds the packages of this
 * unit. That of other units is reached by a path that climbs. Modules of Go are apart.
 */
const noteOtherUnit = (states: readonly LanguageState[], path: string): void => {
  for (const state of states)
    if (state.language.ecosystem !== 'Go' && state.language.code.includes(extensionOf(path)))
      if (path.startsWith('../')) state.hasCodeElsewhere = true;
      else state.incomplete = true;
};

/** Submodules may hold any code, and a link may lead to a folder of it, whatever its name ends in. */
const noteSkipped = (states: readonly LanguageState[], skipped: readonly SkippedFile[]): void => {
  for (const { path, reason } of skipped) {
    if (reason === 'outside_unit') continue;
    if (reason === 'other_unit') {
      noteOtherUnit(states, path);
      continue;
    }
    const kind = textKind(path);
    const isFolder = reason === 'link' && kind !== 'prose' && kind !== 'binary';
    if (reason === 'submodule' || isFolder) leaveOpen(states);
    else leaveOut(states, path, kind);
  }
};

/** A module of Go may state the tools that it runs; no code names them. */
const statesTools = (source: SourceFiles): boolean =>
  [...manifestTexts(source, new Set(['go.mod']))].some(({ text }) => /^[ \t]{0,20}tool\b/m.test(text));

/** A direct dependency is listed without places when all code was read and none of it can import it in another way. */
const packagesOf = ({ tracked, filesRead, incomplete }: LanguageState): PackageUsage[] => {
  const isKnown = filesRead > 0 && !incomplete;
  return tracked
    .filter(
      ({ usage, direct, complete, mentioned }) =>
        usage.places.length > 0 || (isKnown && direct && complete && !mentioned),
    )
    .map(({ usage }) => usage);
};

/**
 * Finds which packages of a unit its first-party code imports, and the members that it refers to: a pure function of
 * its files. It takes every name in the right position for an import, so that packages reported as not imported are
 * named nowhere.
 * @returns undefined when the unit has no code in any of its packages' ecosystems.
 */
export const readUsage = (
  source: SourceFiles,
  inventory: Inventory,
  skipped: readonly SkippedFile[] = [],
): UnitUsage | undefined => {
  const states = languageStates(inventory, composerNamespaces(source));
  if (states.length === 0) return undefined;
  noteSkipped(states, skipped);
  if (statesTools(source)) leaveOpen(states.filter(({ language }) => language.ecosystem === 'Go'));
  const reading = { states, files: [], members: createMemberTable() };
  readFiles(
    {
      ...reading,
      source,
      unread: unreadFiles(skipped.filter(({ reason }) => reason !== 'other_unit')),
      leadsOutside: outsideCode(source),
    },
    managedCode(source, inventory),
  );
  for (const state of states) settleNames(state);
  const renamed = renamedPackages(source);
  const packages = states
    .flatMap(packagesOf)
    .filter(({ places, name }) => places.length > 0 || !renamed.has(name));
  if (packages.length === 0) return undefined;
  return { files: reading.files, ...reading.members.close(), packages };
};
