import { npmLock } from '../lockfile-samples.ts';
import type { HiddenRequests } from './hidden-requests.ts';

const names = ['present', 'absent'] as const;
const packageJson = (name: string, range = '1'): string =>
  JSON.stringify({ name: 'app', dependencies: { [name]: range } });
const asksNpm = {
  manifest: 'package.json',
  asks: (name: string) => ({ 'package.json': packageJson(name) }),
  names,
  fixed: (name: string) => ({ 'package.json': packageJson(name, '0.9.0') }),
};

/** The lockfiles of registries of packages. */
export const registries = {
  'package-lock': {
    cases: [
      {
        ...asksNpm,
        lockfile: { 'package-lock.json': npmLock('present') },
      },
    ],
  },
  yarn: {
    cases: [
      {
        ...asksNpm,
        lockfile: { 'yarn.lock': '# yarn lockfile v1\n\n\npresent@1:\n  version "1.0.0"\n' },
        fixed: undefined,
      },
    ],
  },
  'pnpm-lock': {
    cases: [
      {
        ...asksNpm,
        lockfile: {
          'pnpm-lock.yaml':
            "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      present:\n        specifier: '1'\n        version: 1.0.0\npackages:\n  present@1.0.0:\n    resolution: {integrity: sha512-x}\n",
        },
        fixed: undefined,
      },
    ],
  },
  'bun-lock': {
    cases: [
      {
        ...asksNpm,
        lockfile: {
          'bun.lock':
            '{ "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "present": "1" } } }, "packages": { "present": ["present@1.0.0", "", {}, "sha512-x"] } }',
        },
        fixed: undefined,
      },
    ],
  },
  'deno-lock': {
    cases: [
      {
        manifest: 'deno.json',
        lockfile: {
          'deno.lock': JSON.stringify({
            version: '5',
            specifiers: { 'npm:present@1': '1.0.0' },
            npm: { 'present@1.0.0': { integrity: 'x' } },
          }),
        },
        asks: (name) => ({ 'deno.json': JSON.stringify({ imports: { x: `npm:${name}@1.0.0/sub` } }) }),
        names,
        fixed: (name) => ({ 'deno.json': JSON.stringify({ imports: { x: `npm:${name}@0.9.0` } }) }),
      },
      {
        manifest: 'deno.jsonc',
        lockfile: {
          'deno.lock': JSON.stringify({
            version: '5',
            specifiers: { 'jsr:@a/present@1': '1.0.0' },
            jsr: { '@a/present@1.0.0': { integrity: 'x' } },
          }),
        },
        asks: (name) => ({ 'deno.jsonc': `{ "imports": { "x": "jsr:${name}@^1" } /* x */ }` }),
        names: ['@a/present', '@a/absent'],
      },
      {
        manifest: 'deno.json',
        lockfile: {
          'deno.lock': JSON.stringify({ version: '5', npm: { 'present@1.0.0': { integrity: 'x' } } }),
        },
        asks: (name) => ({
          'deno.json': '{ "workspace": ["./packages/*"], "imports": { "x": "jsr:@a/own@1" } }',
          'packages/own/deno.json': JSON.stringify({ name: '@a/own', imports: { x: `npm:${name}` } }),
          'examples/deno.json': '{ "imports": { "x": "npm:other" } }',
        }),
        names,
      },
    ],
  },
  'go-mod': { none: 'it is a manifest itself' },
  'go-sum': { none: 'it is read where go.mod is missing' },
  'go-work': { none: 'it is a manifest itself' },
  'cargo-lock': {
    cases: [
      {
        manifest: 'Cargo.toml',
        lockfile: {
          'Cargo.lock':
            'version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["present"]\n[[package]]\nname = "present"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "00"\n',
        },
        asks: (name) => ({
          'Cargo.toml': `[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\n${name} = "1"\n`,
        }),
        names,
      },
    ],
  },
  'gemfile-lock': {
    cases: [
      {
        manifest: 'Gemfile',
        lockfile: {
          'Gemfile.lock':
            'GEM\n  remote: https://rubygems.org/\n  specs:\n    present (1.0)\n\nDEPENDENCIES\n  present\n',
        },
        asks: (name) => ({ Gemfile: `gem "${name}"\n` }),
        names,
      },
    ],
  },
  'composer-lock': {
    cases: [
      {
        manifest: 'composer.json',
        lockfile: {
          'composer.lock': JSON.stringify({ packages: [{ name: 'a/present', version: '1.0.0' }] }),
        },
        asks: (name) => ({ 'composer.json': JSON.stringify({ require: { [name]: '^1' } }) }),
        names: ['a/present', 'a/absent'],
      },
    ],
  },
  'pubspec-lock': {
    cases: [
      {
        manifest: 'pubspec.yaml',
        lockfile: {
          'pubspec.lock':
            'packages:\n  present:\n    dependency: "direct main"\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0"\n',
        },
        asks: (name) => ({ 'pubspec.yaml': `name: app\ndependencies:\n  ${name}: ^1.0.0\n` }),
        names,
      },
    ],
  },
  'package-resolved': {
    cases: [
      {
        manifest: 'Package.swift',
        lockfile: {
          'Package.resolved': JSON.stringify({
            version: 2,
            pins: [
              {
                identity: 'present',
                kind: 'remoteSourceControl',
                location: 'https://github.com/a/present',
                state: { version: '1.0.0', revision: '00' },
              },
            ],
          }),
        },
        asks: (name) => ({
          'Package.swift': `let p = Package(dependencies: [.package(url: "https://github.com/a/${name}", from: "1.0.0")])\n`,
        }),
        names,
      },
    ],
  },
  'podfile-lock': {
    cases: [
      {
        manifest: 'Podfile',
        lockfile: {
          'Podfile.lock':
            'PODS:\n  - present/Core (1.0)\nDEPENDENCIES:\n  - present/Core\nSPEC CHECKSUMS:\n  present: 00\nCOCOAPODS: 1.15.2\n',
        },
        asks: (name) => ({
          Podfile: `target 'x' do\n  pod '${name}', '1.0' # x\n  if ENV['X']\n    pod 'sometimes'\n  end\nend\n`,
        }),
        names,
      },
    ],
  },
  'terraform-lock': {
    cases: [
      {
        manifest: 'main.tf',
        lockfile: {
          '.terraform.lock.hcl':
            'provider "registry.terraform.io/a/present" {\n  version = "1.0.0"\n  hashes = [\n    "h1:x",\n  ]\n}\n',
        },
        asks: (name) => ({
          'main.tf': `terraform {\n  required_providers {\n    x = {\n      source = "a/${name}"\n    }\n  }\n}\n`,
        }),
        names,
      },
    ],
  },
  actions: { none: 'it is a manifest itself' },
  'tool-versions': { none: 'it is a manifest itself' },
} satisfies Record<string, HiddenRequests>;
