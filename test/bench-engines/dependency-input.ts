import type { Component, Inventory } from '@scangate/engines/model/component';
import { base64, fake } from '@scangate/engines/secrets/rule-example';
import { component, cvss, inventory, osvRecord, vector } from '../engines/sca/advisory-fixtures.ts';

const nameOf = (index: number): string => `package-${index}`;
const versionOf = (index: number): string => `${1 + (index % 5)}.${index % 13}.${index % 7}`;
const licenses = ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'GPL-3.0-only', '(MIT OR Apache-2.0)', 'ISC'];

/** Generates npm packages that each depend on three later ones. */
const packages = (count: number): Component[] =>
  Array.from({ length: count }, (_, index) =>
    component({
      name: nameOf(index),
      version: versionOf(index),
      ref: nameOf(index),
      direct: index < 50,
      dependsOn: [1, 2, 3].map((step) => index * 3 + step).flatMap((at) => (at < count ? [nameOf(at)] : [])),
      license: licenses[index % licenses.length]!,
    }),
  );

export const unitOfPackages = (count: number): Inventory => inventory(packages(count));

/**
 * Generates records, two thirds of them for packages outside the unit; they affect about a tenth of the unit's
 * packages.
 */
export const advisoryRecords = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) =>
    osvRecord({
      id: `GHSA-${fake('23456789cfghjmpqrvwx', 12, index).replace(/(.{4})(?=.)/g, '$1-')}`,
      name: nameOf(index * 3),
      aliases: [`CVE-2025-${10_000 + index}`],
      events: [{ introduced: '0' }, { fixed: index % 3 === 0 ? '9.0.0' : '1.0.0' }],
      severity: cvss(vector.high),
    }),
  );

const integrity = (index: number): string => `sha512-${fake(base64, 86, index)}==`;

/** Generates a pnpm lockfile of at least this size. */
export const pnpmLock = (bytes: number): string => {
  const entries: string[] = [];
  let size = 0;
  for (let index = 0; size < bytes; index += 1) {
    const name = `${nameOf(index)}@${versionOf(index)}`;
    const needs =
      index === 0 ? '' : `    dependencies:\n      ${nameOf(index - 1)}: ${versionOf(index - 1)}\n`;
    entries.push(name, needs, integrity(index));
    size += name.length * 2 + needs.length + 150;
  }
  const at = (index: number): string[] => entries.slice(index, index + 3);
  const all = Array.from({ length: entries.length / 3 }, (_, i) => at(i * 3));
  const last = all.length - 1;
  return [
    `lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      ${nameOf(last)}:\n        specifier: ^${versionOf(last)}\n        version: ${versionOf(last)}\n\npackages:\n`,
    ...all.map(
      ([name, , hash]) => `\n  ${name}:\n    resolution: {integrity: ${hash}}\n    engines: {node: '>=18'}\n`,
    ),
    '\nsnapshots:\n',
    ...all.map(([name, needs]) => (needs === '' ? `\n  ${name}: {}\n` : `\n  ${name}:\n${needs}`)),
  ].join('');
};

/** Generates a CycloneDX JSON document of at least this size. */
export const sbomDocument = (bytes: number): string => {
  const components: string[] = [];
  const dependencies: string[] = [];
  let size = 0;
  for (let index = 0; size < bytes; index += 1) {
    const purl = `pkg:npm/${nameOf(index)}@${versionOf(index)}`;
    const one = JSON.stringify({
      type: 'library',
      name: nameOf(index),
      version: versionOf(index),
      purl,
      'bom-ref': purl,
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: Buffer.from(fake(base64, 64, index)).toString('hex') }],
    });
    const needs = JSON.stringify({ ref: purl, dependsOn: [] });
    components.push(one);
    dependencies.push(needs);
    size += one.length + needs.length + 2;
  }
  return `{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"components":[${components.join()}],"dependencies":[${dependencies.join()}]}`;
};
