import { cp, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** What loads the parser, by `require` at run time: bundlers do not see it. */
export const parserModule = 'lib/scanners/sast/parser.ts';

const platformPackage = '@ast-grep/napi-linux-x64-gnu';
const languages = ['python', 'java', 'go'];

/** Of each package no more than runs on the Lambda: Linux on x86_64. */
const parserFiles: readonly string[] = [
  '@ast-grep/napi/package.json',
  '@ast-grep/napi/index.js',
  `${platformPackage}/package.json`,
  `${platformPackage}/ast-grep-napi.linux-x64-gnu.node`,
  '@ast-grep/setup-lang/package.json',
  '@ast-grep/setup-lang/index.js',
  ...languages.flatMap((language) => [
    `@ast-grep/lang-${language}/package.json`,
    `@ast-grep/lang-${language}/index.js`,
    `@ast-grep/lang-${language}/prebuilds/prebuild-Linux-X64/parser.so`,
  ]),
];

/**
 * Puts the native parser beside a bundle, as packages it finds there.
 * @throws Error where npm did not install it, on a machine that is no Linux on x64; it says how to.
 */
export const copyParser = async (bundle: string): Promise<void> => {
  const missing = parserFiles.find((file) => !existsSync(join(root, 'node_modules', file)));
  if (missing)
    throw new Error(
      `node_modules/${missing} is missing: npm install --no-save --force ${platformPackage} (same version as @ast-grep/napi)`,
    );
  for (const file of parserFiles) {
    const target = join(bundle, 'node_modules', file);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, 'node_modules', file), target);
  }
};
