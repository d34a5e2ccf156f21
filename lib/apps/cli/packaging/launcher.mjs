#!/usr/bin/env node
// Starts the command line. Plain JavaScript that every Node version can parse, so that an old one gets a clear error
// message.
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 21)) {
  process.stderr.write(`scangate needs Node 22.21 or newer, and this is ${process.versions.node}.\n`);
  process.exit(6);
}
if (process.argv.length === 3 && process.argv[2] === '--version') {
  // `--version` is answered without loading the commands.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`scangate ${version}\n`);
} else {
  nodeModule.enableCompileCache?.();
  // The file is next to this one only in the package.
  await import(new URL('cli.mjs', import.meta.url).href);
}
