import type { Notes } from '../gap-notes.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';

/** The tools that made a document: a list up to CycloneDX 1.4, and components and services since. */
const toolsOf = (document: unknown): readonly unknown[] => {
  const tools = member(member(document, 'metadata'), 'tools');
  if (Array.isArray(tools)) return tools;
  return [...asList(member(tools, 'components')), ...asList(member(tools, 'services'))];
};

/** From 0.60 on syft certainly writes `upstream` for each package whose source package has another name or version. */
const writesUpstream = (version: string): boolean => {
  const [, major, minor] = /^v?(\d{1,5})\.(\d{1,5})\./.exec(version) ?? [];
  return Number(major) >= 1 || (Number(major) === 0 && Number(minor) >= 60);
};

const isTrustedTool = (tool: unknown): boolean => {
  const name = asText(member(tool, 'name'));
  // BuildKit runs syft, and adds only the layers of the files.
  return name === 'buildkit' || (name === 'syft' && writesUpstream(asText(member(tool, 'version')) ?? ''));
};

/** Returns whether only a tool made the document that states every source package of another name or version. */
const statesAllOthers = (document: unknown): boolean => {
  const tools = toolsOf(document);
  return tools.some((tool) => member(tool, 'name') === 'syft') && tools.every(isTrustedTool);
};

/**
 * Notes each package without a source package, by which the advisories of its distribution may name it. Only of a tool that states
 * all others is it known that the source package has the same name; one statement says nothing about other packages.
 */
export const noteWithoutSources = (
  document: unknown,
  packages: readonly FoundPackage[],
  notes: Notes,
): void => {
  if (statesAllOthers(document)) return;
  for (const { purl, name, lacksSource } of packages)
    if (lacksSource)
      notes.add(
        'without a source package, by which advisories name it: matched by its own name only',
        purl ?? name,
      );
};
