import { expect, test } from 'vitest';
import { readScriptStart, unknownScript } from '@scangate/engines/import-usage/script-extension';

const extensionIn = (text: string): string | undefined => readScriptStart(text)?.extension;

test.each([
  ['#!/usr/bin/env node', 'js'],
  ['#!/usr/bin/nodejs', 'js'],
  ['#!/usr/bin/env -S tsx --no-cache', 'js'],
  ['#!/usr/bin/env -S A=b zx', 'js'],
  ['#! /usr/bin/python3.12 -u', 'py'],
  ['#!/usr/bin/env -S uv run --script', 'py'],
  ['#!/usr/bin/pypy3\r', 'py'],
  ['#!/usr/bin/env ruby', 'rb'],
  ['#!/usr/bin/env bash', 'sh'],
  ['#!/usr/bin/env -S -u A -i tsx', 'js'],
  ['#!/usr/bin/env -Snode bash', 'js'],
  ['#!/usr/bin/env -vSpython3 bash', 'py'],
  ['#!/usr/bin/env -S -uSsh node', 'js'],
  ['#!/usr/bin/env -S -uS -C /a --unset=B - -v -- bash -e', 'sh'],
  ['#!/bin/sh\ncd "$(dirname "$0")" && ls "$(dirname -- "${BASH_SOURCE[0]}")/a"', 'sh'],
  ['#!/bin/sh\necho "Usage: $0 [options]"\necho "usage: $(basename "$0") -h"', 'sh'],
  ['#!/usr/bin/env --split-string=ruby bash', 'rb'],
  ['#!/command/with-contenv sh', 'sh'],
  ['#!/usr/bin/with-contenv python3', 'py'],
  ['#!/bin/busybox sh', 'sh'],
  ['#!/usr/bin/dumb-init /bin/sh', 'sh'],
  ['#!/usr/bin/env -S su-exec app node', 'js'],
  ['#!/usr/bin/env -S gosu app:app /bin/bash -e', 'sh'],
])('%s is read as %s', (line, extension) => {
  expect(extensionIn(`${line}\na`)).toBe(extension);
});

test.each([
  '#!/usr/bin/env unheard-of',
  '#!/usr/bin/env jruby',
  '#!/usr/bin/env -S npx tsx',
  '#!/opt/my-python',
  '#!/opt/own bash',
  '#!/usr/bin/env -S -u bash own',
  '#!/usr/bin/env -S su-exec sh',
  '#!/usr/bin/env',
  '#!',
  '#!/usr/bin/env -S -a bash node',
  '#!/usr/bin/env -S -iu bash node',
  '#!/usr/bin/env -S --argv0 bash node',
  '#!/usr/bin/env -S sh -c node',
  '#!/bin/bash -ec node',
  `#!/usr/bin/env -S sh -c 'node "$0"'`,
  `#!/usr/bin/env -S awk 'BEGIN{}'`,
  '#!/bin/sh\n":" ; node "$0"; exit\nrequire(\'a\')',
  '#!/bin/sh\nnode "$(dirname "$0")/$(basename "$0")"',
  '#!/bin/sh\nnode "$(dirname "$0/a")"',
  '#!/bin/sh\nrun() { echo "Usage: node $0"; }; run | sh',
  '#!/bin/bash\nnode "${BASH_SOURCE[0]}"',
  '#!/bin/sh\n":" //; exec node "$0" "$@"\nrequire(\'a\')',
])('%s may be in any language', (text) => {
  expect(extensionIn(text)).toBe(unknownScript);
});

test('the first line is kept, since its arguments may load packages', () => {
  expect(readScriptStart('#!/usr/bin/env -S node -r qs\na')?.line).toBe('#!/usr/bin/env -S node -r qs');
});

test('other files are not scripts', () => {
  expect(extensionIn('# A\n#!/usr/bin/env node')).toBeUndefined();
  expect(extensionIn('#![no_std]')).toBeUndefined();
});
