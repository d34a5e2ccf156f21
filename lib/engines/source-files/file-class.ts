/** Directories of third-party code and of version control. */
const othersFolders = new Set([
  '.git',
  '.hg',
  '.svn',
  '.bzr',
  '.jj',
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

const minifiedName = /[.-]min\.(?:js|mjs|cjs|css)$|\.(?:js|mjs|cjs|css)\.map$|\.bundle\.js$/;

/** Returns whether a path looks like third-party or generated code. Such code is scanned like any other, but last. */
export const looksLikeThirdPartyCode = (path: string): boolean => {
  const segments = path.split('/');
  const name = segments.pop() ?? '';
  return minifiedName.test(name) || segments.some((segment) => othersFolders.has(segment));
};

const forShow =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress|testing|testdata|test-data|testutils?|test-?helpers?|testfixtures|fixtures?|__fixtures__|mocks?|__mocks__|examples?|samples?|demos?|playgrounds?|docs?|documentation|guides?|stories|i18n|locales?|translations?)\/|[._-](?:tests?|specs?|stories|fixtures?|mocks?|examples?|samples?)\.[\w.]{1,12}$|(?:^|\/)tests?[_-][\w.-]{1,80}$|(?:^|\/)(?:swagger|openapi)[\w.-]{0,20}\.(?:ya?ml|json)$|Tests?\.(?:java|kt|cs|php|scala|groovy|swift)$|\.(?:md|mdx|rst|adoc|po)$/i;

/** Returns whether a file is a test, an example, documentation or a translation, which often hold made-up passwords. */
export const isTestOrExample = (path: string): boolean => forShow.test(path);

const sampleFolder =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress|testing|testdata|testutils?|testfixtures|tests?[_-][\w.-]{1,80}|fixtures?|__fixtures__|mocks?|__mocks__|examples?|samples?|demos?|playgrounds?|docs?|documentation|guides?|tutorials?)\/|[\w.][._-](?:tests?|testdata|fixtures?|examples?|samples?)\/|[._-](?:tests?|specs?)\.\w{1,12}$|(?:^|\/)tests?(?:\.\w{1,12}|_[\w.-]{1,80})$|Tests?\.(?:java|kt|cs|php|scala|groovy|swift)$/i;
/** `androidTest/` and `AppTests/`, but not `latest/`. */
const camelCaseTests = /[a-z\d]Tests?\//;

/**
 * Returns whether a file is a test or is below a directory of tests, fixtures, examples or documentation. A document
 * or a translation elsewhere, which `isTestOrExample` includes, may hold a provider's key.
 */
export const isInSampleFolder = (path: string): boolean =>
  sampleFolder.test(path) || camelCaseTests.test(path);
