import { directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { posix } from 'node:path';
import { parseToml, tryParse } from '../parse/parse-document.ts';
import { asText, member, textsOf } from '../parse/untrusted-value.ts';
import { includedPath } from './included-requirements.ts';
import { pipOptions } from './pip-options.ts';
import { requirementLines } from './requirements-lines.ts';
import type { ManifestInput, ManifestReader } from '../lock-manifests/manifest-reader.ts';
import { isWhole, requestsOf } from '../lock-manifests/python-requests.ts';

const maxFiles = 100;

const oneOrMore = (value: unknown): string[] => {
  const text = asText(value, 2048);
  return text === undefined ? textsOf(value) : [text];
};

/** Returns the files from which a backend takes the dependencies of a project: setuptools, and a hook of Hatch. */
const filesOf = (document: unknown): string[] => {
  const tool = member(document, 'tool');
  const setuptools = member(member(member(tool, 'setuptools'), 'dynamic'), 'dependencies');
  const hooks = member(member(member(tool, 'hatch'), 'metadata'), 'hooks');
  const hook = member(hooks, 'requirements_txt');
  return [
    ...oneOrMore(member(setuptools, 'file')),
    ...oneOrMore(member(hook, 'files')),
    ...oneOrMore(member(hook, 'filename')),
  ];
};

interface Stated {
  texts: string[];
  unreadable: string[];
}

/** Returns the requirements files that a line of options includes. */
const includedBy = (file: string, options: string): string[] =>
  pipOptions(options).flatMap(({ name, value }) => (name === 'requirement' ? includedPath(file, value) : []));

/** Reads requirements files and those that they include, beside the lockfile itself. */
const readFiles = (from: readonly string[], { path, readText }: ManifestInput): Stated => {
  const stated: Stated = { texts: [], unreadable: [] };
  const open = new Set(from.slice(0, maxFiles));
  let left = from[maxFiles];
  for (const file of open) {
    if (file === path) continue;
    const text = readText(file);
    if (text === undefined) stated.unreadable.push(file);
    for (const line of requirementLines(text ?? '')) {
      if (!line.text.startsWith('-')) stated.texts.push(line.text);
      else
        for (const place of includedBy(file, line.text))
          if (open.size < maxFiles || open.has(place)) open.add(place);
          else left = place;
    }
  }
  if (left !== undefined) stated.unreadable.push(`${left} and further files`);
  return stated;
};

/**
 * Reads the dependencies that a pyproject.toml leaves to its backend (`dynamic`): from the files that it names, or else they
 * are what only the backend knows.
 */
export const dynamicRequests: ManifestReader = (input) => {
  const manifest = siblingPath(input.path, 'pyproject.toml');
  const text = input.readText(manifest);
  const document = isWhole(input.path) ? tryParse(text, parseToml) : undefined;
  if (!document) {
    // The readers of the other lockfiles report a manifest that is damaged.
    const isDamaged = text !== undefined && /(?:^|\/)(?:requirements\.txt|Pipfile\.lock)$/.test(input.path);
    return { names: [], unreadable: isDamaged && isWhole(input.path) ? [manifest] : [] };
  }
  const project = member(document, 'project');
  if (!textsOf(member(project, 'dynamic')).includes('dependencies')) return { names: [] };
  const files = filesOf(document).map((file) => posix.join(directoryOf(manifest), file));
  const { texts, unreadable } = readFiles(files, input);
  const isStated =
    files.length > 0 ||
    member(member(member(document, 'tool'), 'poetry'), 'dependencies') !== undefined ||
    ['setup.py', 'setup.cfg'].some((name) => input.readText(siblingPath(manifest, name)) !== undefined);
  return {
    ...requestsOf(texts),
    unreadable,
    computed: isStated ? [] : [`${manifest}: dynamic dependencies`],
  };
};
