import { readUsage } from '@scangate/engines/import-usage/read-usage';
import { usageOfComponents } from '@scangate/engines/import-usage/usage-of-components';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { filesOf } from '#test/engines/inventory/inventory-fixtures.ts';
import { component, inventory } from '#test/engines/sca/advisory-fixtures.ts';
import { jsonFlaws, neverRefuses, type ReaderTarget } from '../reader-target.ts';

interface Code {
  ecosystem: PackageEcosystem;
  path: string;
  packages: readonly string[];
  text: string;
}

const codes: readonly Code[] = [
  {
    ecosystem: 'npm',
    path: 'src/a.ts',
    packages: ['lodash', '@a/b', 'qs'],
    text: "import { get } from 'lodash/fp';\nconst b = require('@a/b');\nawait import(`./${name}.js`);\nfetch('https://esm.sh/qs@6');\nget(b.parse);\n",
  },
  {
    ecosystem: 'npm',
    path: 'package.json',
    packages: ['lodash', 'qs'],
    text: '{"name":"shop","scripts":{"a":"node node_modules/lodash/x.js"},"dependencies":{"q":"npm:qs@6"}}',
  },
  {
    ecosystem: 'PyPI',
    path: 'a.py',
    packages: ['requests', 'PyYAML'],
    text: 'import requests as r, os\nfrom yaml import load\nimportlib.import_module("requests." + name)\nr.get(load)\n',
  },
  {
    ecosystem: 'Maven',
    path: 'src/A.java',
    packages: ['commons-io:commons-io'],
    text: 'package a;\nimport org.apache.commons.io.IOUtils;\nclass A { Object o = Class.forName("org." + x); }\n',
  },
  {
    ecosystem: 'Go',
    path: 'main.go',
    packages: ['github.com/a/b'],
    text: 'package main\nimport (\n\tx "github.com/a/b/c"\n)\nfunc main() { x.Do() }\n',
  },
  {
    ecosystem: 'Packagist',
    path: 'a.php',
    packages: ['monolog/monolog'],
    text: '<?php\nuse Monolog\\Logger;\n$class = "Mono" . $x; new $class();\nLogger::toMonologLevel(1);\n',
  },
  {
    ecosystem: 'RubyGems',
    path: 'a.rb',
    packages: ['rack'],
    text: "require 'rack/utils'\nrequire name\nRack::Utils.escape(x)\n",
  },
  {
    ecosystem: 'crates.io',
    path: 'src/main.rs',
    packages: ['serde'],
    text: 'use serde::{de, Serialize};\nextern crate serde as s;\nfn main() { s::ser(); }\n',
  },
];

const lines = (bytes: Buffer): number => bytes.toString('utf8').split(/\r\n?|\n/).length;

/** Code whose imports are looked for. A place is a line of the file. */
export const importUsage: ReaderTarget = {
  name: 'imports of code',
  samples: codes.map(({ text }) => Buffer.from(text)),
  isRefusal: neverRefuses,
  read: (bytes, { index }) => {
    const code = codes[index];
    if (!code) return [];
    const { ecosystem, path, packages } = code;
    const components = packages.map((name) =>
      component({ ecosystem, name, ref: `${ecosystem}/${name}`, direct: true }),
    );
    const list = inventory(components);
    const usage = readUsage(filesOf({ [path]: bytes }), list);
    const usageOf = usageOfComponents(list, usage);
    const uses = components.map((one) => usageOf(one, ['parse', 'load']));
    const places = [
      ...uses.flatMap((use) => use?.places ?? []).map(({ line }) => line),
      ...(usage?.packages ?? []).flatMap((each) => each.places.map(([, line]) => line)),
    ];
    const most = lines(bytes);
    const lost = places.find((line) => !(line >= 1 && line <= most));
    return lost === undefined ? jsonFlaws([usage, uses]) : [`there is no line ${lost} of ${most}`];
  },
};
