import type { PackageEcosystem } from '../model/component.ts';
import { jvmPackages } from './jvm-packages.ts';
import { pythonModules } from './python-modules.ts';

/** The modules that a package provides. */
export interface PackageModules {
  modules: readonly string[];
  /** True when the package provides no module of another name, so that code without these does not import it. */
  complete: boolean;
}

type ModulesOf = (name: string) => PackageModules;

const complete = (...modules: string[]): PackageModules => ({ modules, complete: true });
const atLeast = (...modules: string[]): PackageModules => ({ modules, complete: false });

/** In a few cases the library of a crate has another name than the crate, most of which its name reveals. */
const cratesWithOtherNames = /^rust-|-rs$|-rust$|^(?:md-5|sha-1|rustc-serialize|lib.{1,60}-sys)$/;

const ofTable =
  (known: Readonly<Record<string, readonly string[]>>, guess: (name: string) => string): ModulesOf =>
  (name) => {
    const stated = Object.hasOwn(known, name) ? known[name] : undefined;
    return stated ? complete(...stated) : atLeast(guess(name));
  };

/**
 * Packages of npm that are used without their name in the code: compilers write the imports of run-time libraries, tools
 * find plugins by short names, frameworks load drivers and renderers.
 */
const usedWithoutName = [
  /^(?:react|react-dom|preact|vue|svelte|solid-js|inferno|astro|lit|nuxt|next)$/,
  /^(?:core-js|core-js-pure|regenerator-runtime|tslib|@swc\/helpers|@babel\/runtime(?:-corejs\d)?)$/,
  /^@(?:babel|swc|vitejs|storybook|commitlint|semantic-release|nestjs|vue|sveltejs|astrojs|nuxt|nuxtjs|types)\//,
  /(?:^|\/)(?:eslint|stylelint|prettier|babel|jest|rollup|vite|postcss|karma|grunt|gulp|semantic-release|remark|rehype|commitlint|generator|hubot|mocha|nyc|textlint|serverless|tslint|parcel|metro)(?:-|$)/,
  /^@[^/]{1,200}\/(?:eslint|babel|prettier|stylelint)-/,
  /-(?:loader|plugin|preset|adapter|driver|dialect|transport|reporter|environment)$/,
  /^(?:pg|pg-native|pg-hstore|mysql2?|mariadb|tedious|oracledb|mssql|sqlite3|better-sqlite3|sql\.js|mongodb|redis|ioredis|ibm_db)$/,
];

const modulesOf: Partial<Record<PackageEcosystem, ModulesOf>> = {
  npm: (name) => (usedWithoutName.some((one) => one.test(name)) ? atLeast(name) : complete(name)),
  // Every package of Go is built with these, and imports parts of them by other names.
  Go: (name) => (name === 'stdlib' || name === 'toolchain' ? atLeast(name) : complete(name)),
  Pub: (name) => complete(name),
  'crates.io': (name) => {
    const module = name.replaceAll('-', '_');
    return cratesWithOtherNames.test(name) ? atLeast(module) : complete(module);
  },
  PyPI: ofTable(pythonModules, (name) => name.replaceAll('-', '_')),
  Maven: (name) => {
    const [group = ''] = name.split(':', 1);
    return ofTable(jvmPackages, () => group)(name);
  },
  RubyGems: (name) => atLeast(name, name.replaceAll('-', '/'), name.replaceAll('-', '_')),
  NuGet: (name) => atLeast(name),
};

/** Returns the modules by which code imports a package; undefined for ecosystems whose code is not read. */
export const packageModules = (ecosystem: PackageEcosystem, name: string): PackageModules | undefined =>
  modulesOf[ecosystem]?.(name);
