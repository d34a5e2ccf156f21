import { lineFeed } from './line-index.ts';
import { recognizeLockfile } from '../units/recognize-file.ts';

/** The class of a file by its path, which decides how it is scanned. */
export type FileClass = 'version-control' | 'vendored' | 'lockfile' | 'minified' | 'source';

const versionControl = new Set(['.git', '.hg', '.svn', '.bzr', '.jj']);

const vendored = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'vendored',
  'third_party',
  'third-party',
  'thirdparty',
  'site-packages',
  'dist-packages',
  '.venv',
  'venv',
  'Pods',
  'Carthage',
  'Godeps',
]);

const otherLockfiles = new Set([
  'bun.lockb',
  'deno.lock',
  'go.sum',
  'go.work.sum',
  'flake.lock',
  'Podfile.lock',
  'Cartfile.resolved',
  'MODULE.bazel.lock',
  'stack.yaml.lock',
  'conda-lock.yml',
  'paket.lock',
  'pixi.lock',
  '.terraform.lock.hcl',
  'verification-metadata.xml',
]);

const minifiedName = /[.-]min\.(?:js|mjs|cjs|css)$|\.(?:js|mjs|cjs|css)\.map$|\.bundle\.js$/;
const script = /\.(?:js|mjs|cjs|css)$/;

/** The average line length from which a script counts as minified. */
const minifiedLineBytes = 500;

const isLockfile = (path: string, name: string): boolean => {
  if (otherLockfiles.has(name)) return true;
  const format = recognizeLockfile(path);
  // People write requirements and go.mod files, which hold names and URLs but hardly any hashes.
  return format !== undefined && format.format !== 'requirements' && format.format !== 'go-mod';
};

export const classifyFile = (path: string): FileClass => {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  if (segments.some((segment) => versionControl.has(segment))) return 'version-control';
  if (segments.some((segment) => vendored.has(segment))) return 'vendored';
  if (isLockfile(path, name)) return 'lockfile';
  return minifiedName.test(name) ? 'minified' : 'source';
};

/** Returns whether a script has so few lines that its names and values mean nothing. */
export const isMinified = (path: string, bytes: Buffer): boolean => {
  if (!script.test(path) || bytes.length < 4 * minifiedLineBytes) return false;
  let lines = 1;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    lines += 1;
    if (bytes.length / lines < minifiedLineBytes) return false;
  }
  return true;
};

const forShow =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress|testing|testdata|test-data|testutils?|test-?helpers?|testfixtures|fixtures?|__fixtures__|mocks?|__mocks__|examples?|samples?|demos?|playgrounds?|docs?|documentation|guides?|stories|i18n|locales?|translations?)\/|[._-](?:tests?|specs?|stories|fixtures?|mocks?|examples?|samples?)\.[\w.]{1,12}$|(?:^|\/)tests?[_-][\w.-]{1,80}$|(?:^|\/)(?:swagger|openapi)[\w.-]{0,20}\.(?:ya?ml|json)$|Tests?\.(?:java|kt|cs|php|scala|groovy|swift)$|\.(?:md|mdx|rst|adoc|po)$/i;

/** Returns whether a file is a test, an example, documentation or a translation, which often hold made-up passwords. */
export const isTestOrExample = (path: string): boolean => forShow.test(path);

const sampleFolder =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress|testing|testdata|testutils?|testfixtures|tests?[_-][\w.-]{1,80}|fixtures?|__fixtures__|mocks?|__mocks__|examples?|samples?|demos?|playgrounds?|docs?|documentation|guides?|tutorials?)\/|[\w.][._-](?:tests?|testdata|fixtures?|examples?|samples?)\/|[._-](?:tests?|specs?)\.\w{1,12}$|(?:^|\/)tests?(?:\.\w{1,12}|_[\w.-]{1,80})$|Tests?\.(?:java|kt|cs|php|scala|groovy|swift)$/i;
/** `androidTest/` and `AppTests/`, but not `latest/`. */
const camelCaseTests = /[a-z\d]Tests?\//;

/** Returns whether a file is a test or stands below a folder of tests, fixtures, examples or documentation. */
export const isInSampleFolder = (path: string): boolean =>
  sampleFolder.test(path) || camelCaseTests.test(path);
