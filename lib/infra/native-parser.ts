import { cp, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What loads the parser, by `require` at run time: bundlers do not see it. */
export const parserModule = 'lib/scanners/sast/parser.ts';

interface ParserBuild {
  /** Of the Lambda that runs it. */
  architecture: 'arm64' | 'x86_64';
  napi: string;
  prebuild: string;
}

/** What a Lambda can run; npm installs the one of the machine that builds, where that is a Linux. */
const builds: readonly ParserBuild[] = [
  { architecture: 'arm64', napi: 'linux-arm64-gnu', prebuild: 'prebuild-Linux-ARM64' },
  { architecture: 'x86_64', napi: 'linux-x64-gnu', prebuild: 'prebuild-Linux-X64' },
];
const preferred = builds[0] as ParserBuild;

const packageOf = ({ napi }: ParserBuild): string => `@ast-grep/napi-${napi}`;

/** The build that is installed here; where none is, the one to be installed. */
export const parserBuild = (): ParserBuild =>
  builds.find((one) => existsSync(join(root, 'node_modules', packageOf(one)))) ?? preferred;

const languages = ['python', 'java', 'go'];

/** Of each package no more than runs on the Lambda. */
const filesOf = (build: ParserBuild): readonly string[] => [
  '@ast-grep/napi/package.json',
  '@ast-grep/napi/index.js',
  `${packageOf(build)}/package.json`,
  `${packageOf(build)}/ast-grep-napi.${build.napi}.node`,
  '@ast-grep/setup-lang/package.json',
  '@ast-grep/setup-lang/index.js',
  ...languages.flatMap((language) => [
    `@ast-grep/lang-${language}/package.json`,
    `@ast-grep/lang-${language}/index.js`,
    `@ast-grep/lang-${language}/prebuilds/${build.prebuild}/parser.so`,
  ]),
];

/**
 * Puts the native parser beside a bundle, as packages it finds there.
 * @throws Error where npm did not install it, on a machine that is no Linux; it says how to.
 */
export const copyParser = async (bundle: string): Promise<void> => {
  const chosen = parserBuild();
  const parserFiles = filesOf(chosen);
  const missing = parserFiles.find((file) => !existsSync(join(root, 'node_modules', file)));
  if (missing)
    throw new Error(
      `node_modules/${missing} is missing: npm install --no-save --force ${packageOf(chosen)} (same version as @ast-grep/napi)`,
    );
  for (const file of parserFiles) {
    const target = join(bundle, 'node_modules', file);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, 'node_modules', file), target);
  }
};
