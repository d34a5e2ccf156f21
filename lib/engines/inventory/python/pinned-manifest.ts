import { baseNameOf } from '@scangate/engines/units/paths';
import { parseToml, tryParse } from '../parse/parse-document.ts';
import { member, textsOf } from '../parse/untrusted-value.ts';
import { parseRequirement } from './python-requirement.ts';
import { requirementLines } from './requirements-lines.ts';
import { linesOf, withPythonBreaks } from '../parse/lines.ts';

const sources = /^[\w.-]{0,60}requirements[\w.-]{0,60}\.in$/;

/** Returns whether a file is a Python manifest whose pins count when there is no lockfile. */
export const isPythonManifest = (path: string): boolean => {
  const name = baseNameOf(path);
  return name === 'pyproject.toml' || name === 'setup.cfg' || sources.test(name);
};

/** Reads `install_requires` of the section `options` of a setup.cfg: its own line and the deeper ones below it. */
export const installRequires = (text: string): string[] => {
  const found: string[] = [];
  let section = '';
  let isOpen = false;
  for (const line of linesOf(text)) {
    const [, name] = /^\[([^\]]{1,100})\]/.exec(line) ?? [];
    const [, stated] = /^install_requires\s{0,20}=(.{0,2000})$/.exec(line) ?? [];
    if (name !== undefined) section = name;
    if (/^\S/.test(line)) isOpen = stated !== undefined && section === 'options';
    if (!isOpen) continue;
    // A value has lines of its own for setuptools.
    for (const part of withPythonBreaks(stated ?? line).split('\n')) {
      const requirement = part.split(/(?:^|\s)#/, 1)[0]?.trim() ?? '';
      if (requirement !== '') found.push(requirement);
    }
  }
  return found;
};

const requirementsIn = (path: string, text: string): string[] => {
  const name = baseNameOf(path);
  if (name === 'setup.cfg') return installRequires(text);
  if (name === 'pyproject.toml')
    return textsOf(member(member(tryParse(text, parseToml), 'project'), 'dependencies'));
  return requirementLines(text).map((line) => line.text);
};

/**
 * Returns the requests of a manifest as the text of a requirements file, if each is pinned to one version, so that
 * they state what is installed. Returns undefined for ranges, which only state what is allowed, and without any
 * requests.
 */
export const pinnedRequirements = (path: string, text: string): string | undefined => {
  const stated = requirementsIn(path, text);
  const isPinned = stated.every(
    (each) => parseRequirement(each.split(';', 1)[0] ?? '')?.version !== undefined,
  );
  return stated.length > 0 && isPinned ? `${stated.join('\n')}\n` : undefined;
};
