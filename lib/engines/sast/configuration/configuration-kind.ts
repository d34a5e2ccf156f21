import { textBesideNuls } from '@scangate/engines/source-files/source-text';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { extensionOf } from '@scangate/engines/units/paths';
import { shellLanguage, sourceTypeOf, unsupportedLanguage } from '../source-type.ts';
import { templateKindOf } from '../templates/tags.ts';
import { beginsImageFile } from './subjects/image-file.ts';

/** The configuration languages that rules exist for. */
export type ConfigurationKind =
  | 'actions'
  | 'cloudformation'
  | 'dockerfile'
  | 'gitlab'
  | 'kubernetes'
  | 'terraform';

const names: readonly (readonly [ConfigurationKind, RegExp])[] = [
  // GitHub runs no workflow elsewhere.
  ['actions', /^\.github\/workflows\/[^/]{1,255}\.ya?ml$/i],
  ['actions', /(?:^|\/)action\.ya?ml$/i],
  ['gitlab', /(?:^|\/|\.)gitlab-ci\.ya?ml$/i],
  [
    'dockerfile',
    /(?:^|\/)(?:Dockerfile|Containerfile)(?:[._-][^/]{1,255})?$|\.(?:dockerfile|containerfile)$/i,
  ],
];

/** The extensions of Terraform, and those that OpenTofu has beside them. */
const ofTerraform = ['.tf', '.tf.json', '.tofu', '.tofu.json'];

const byName = (path: string): ConfigurationKind | undefined => {
  const named = names.find(([, pattern]) => pattern.test(path))?.[0];
  if (named !== undefined) return named;
  const lower = path.toLowerCase();
  return ofTerraform.some((extension) => lower.endsWith(extension)) ? 'terraform' : undefined;
};

const mayHoldDocuments = /\.(?:ya?ml|json|template)$/i;

/** CloudFormation accepts no larger template. */
const maxTemplateBytes = 1024 * 1024;

const otherTexts = new Set('j2 jinja jinja2 tmpl tpl mustache md rst txt dockerignore'.split(' '));
const otherLanguages = [sourceTypeOf, templateKindOf, unsupportedLanguage, shellLanguage];

/** Returns whether a name such as `dockerfile_upload.php` or `Dockerfile.txt` is that of another file as well. */
const isOfOtherLanguage = (path: string): boolean =>
  otherTexts.has(extensionOf(path)) ||
  mayHoldDocuments.test(path) ||
  otherLanguages.some((languageOf) => languageOf(path) !== undefined);

/** More of it is not scanned. */
const maxOpening = 1024 * 1024;

const beginsDockerfile = (content: Uint8Array): boolean =>
  beginsImageFile(textBesideNuls(content)?.toString('utf8', 0, maxOpening) ?? '');

const escape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))|\\\r?\n[\t ]*/g;

/** Reads the escapes of YAML and JSON, which may stand in the keys of a document, too. */
const unescaped = (text: string): string =>
  text.replace(escape, (_, ...codes: unknown[]) => {
    const code = codes.slice(0, 3).find((each) => typeof each === 'string');
    const point = typeof code === 'string' ? Number.parseInt(code, 16) : undefined;
    return point === undefined || point > 0x10ffff ? '' : String.fromCodePoint(point);
  });

const kindOfWords = (text: string | Buffer, isYaml: boolean): ConfigurationKind | undefined => {
  if (text.length <= maxTemplateBytes && text.includes('Resources') && text.includes('AWS::'))
    return 'cloudformation';
  const [version, kind] = isYaml ? ['apiVersion', 'kind'] : ['"apiVersion"', '"kind"'];
  return text.includes(version) && text.includes(kind) ? 'kubernetes' : undefined;
};

/** Recognizes a document by the words in it, since such files may have any name. */
const byContent = (path: string, content: Uint8Array): ConfigurationKind | undefined => {
  const bytes = textBesideNuls(content);
  if (bytes === undefined) return undefined;
  const isYaml = /\.ya?ml$/i.test(path);
  const isOf = (kind: ConfigurationKind | undefined): boolean =>
    kind === 'cloudformation' || isYaml || (bytes.length <= maxTemplateBytes && /\.json$/i.test(path));
  const plain = kindOfWords(bytes, isYaml);
  if (plain !== undefined && isOf(plain)) return plain;
  if ((bytes.length > maxTemplateBytes && !isYaml) || !bytes.includes('\\')) return undefined;
  const kind = kindOfWords(unescaped(bytes.toString('utf8')), isYaml);
  return isOf(kind) ? kind : undefined;
};

const kindOf = (files: SourceFiles, path: string): ConfigurationKind | undefined => {
  const named = byName(path);
  const isUnclear = named === 'dockerfile' && isOfOtherLanguage(path);
  if (!isUnclear && (named !== undefined || !mayHoldDocuments.test(path))) return named;
  try {
    const content = files.read(path);
    if (isUnclear && beginsDockerfile(content)) return named;
    return mayHoldDocuments.test(path) ? byContent(path, content) : undefined;
  } catch {
    // The content is unknown; other engines report that the file could not be read.
    return undefined;
  }
};

const known = new WeakMap<SourceFiles, ReadonlyMap<string, ConfigurationKind>>();

/**
 * Returns the kind of each file that may hold configuration, by its name or by the words in it. Each file is read at most
 * once.
 */
export const configurationKinds = (files: SourceFiles): ReadonlyMap<string, ConfigurationKind> => {
  const cached = known.get(files);
  if (cached) return cached;
  const kinds = new Map(
    files.entries.flatMap(({ path }): [string, ConfigurationKind][] => {
      const kind = kindOf(files, path);
      return kind ? [[path, kind]] : [];
    }),
  );
  known.set(files, kinds);
  return kinds;
};
